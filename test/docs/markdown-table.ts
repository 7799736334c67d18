/** A table as the formatter leaves it. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const widths = header.map((_, at) =>
    Math.max(3, ...[header, ...rows].map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill: string): string =>
    `| ${widths.map((width, at) => (cells[at] ?? "").padEnd(width, fill)).join(" | ")} |`;
  return [line(header, " "), line([], "-"), ...rows.map((row) => line(row, " "))];
}
