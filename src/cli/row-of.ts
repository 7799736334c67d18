/** Makes rows of a name, as wide as all names, and cells; no row where there are no cells. */
export function rowOf(
  width: number,
): (name: string, cells: readonly string[]) => readonly string[] {
  return (name, cells) =>
    cells.length === 0 ? [] : [`  ${name.padEnd(width)}  ${cells.join(" · ")}`];
}
