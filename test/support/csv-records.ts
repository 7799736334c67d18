/** The cells of a text in the format of RFC 4180, read by a pattern. */
export function csvRecords(text: string): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, bare = "", end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g,
  )) {
    cells.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ",") continue;
    records.push(cells);
    cells = [];
  }
  return records;
}
