/** A table in Markdown, its columns as wide as their widest cell, as the formatter wants them. */
export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((_, n) =>
    Math.max(3, ...[head, ...lines].map((line) => line[n]?.length ?? 0)),
  );
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(" | ")} |`;
  return [row(head), row(widths.map((width) => "-".repeat(width))), ...lines.map(row)].join("\n");
}
