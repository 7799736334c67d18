/** The name that was most likely meant, two edits away at most; undefined where none is near. */
export function nearestOf(name: string, names: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Math.min(2, Math.floor(plain(name).length / 3) + 1) + 1;
  for (const candidate of names) {
    const edits = editsBetween(plain(name), plain(candidate));
    if (edits < least) [nearest, least] = [candidate, edits];
  }
  return nearest;
}

/** A question to whoever may have mistyped, or nothing. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const nearest = nearestOf(name, names);
  return nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
}

/** `maxPages`, `max_pages` and `max-pages` are the same. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

/** Characters to put in, take out, replace or swap with their neighbour. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(before, j - 2) + 1 : Infinity;
      next.push(Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + same, swapped));
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
