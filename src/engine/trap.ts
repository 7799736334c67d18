/** Longer URLs than this are built by machines for machines. */
const LONGEST_URL = 2000;
/** Folders deeper than this, and one name more often in a path than this, come from a link that grows. */
const DEEPEST_PATH = 40;
const MOST_REPEATS = 4;

/** Whether a URL looks like one of an endless family, such as `/a/b/a/b/a/b/…`. */
export function isTrap(url: string): boolean {
  if (url.length > LONGEST_URL) return true;
  const [path = ""] = url.split(/[?#]/, 1);
  const [, , , ...names] = path.split("/");
  if (names.length <= MOST_REPEATS) return false;
  if (names.length > DEEPEST_PATH) return true;
  const counts = new Map<string, number>();
  for (const name of names) {
    const count = (counts.get(name) ?? 0) + 1;
    if (count > MOST_REPEATS) return true;
    counts.set(name, count);
  }
  return false;
}
