import { withoutFragment } from "../../http/url/without-fragment.ts";

/** Longer URLs than this are built by machines for machines. */
const LONGEST_URL = 2000;
/** Folders deeper than this, and one name in a path or one parameter more often than this, come from a link that grows. */
const DEEPEST_PATH = 40;
const MOST_REPEATS = 4;

/** Whether a URL looks like one of an endless family, such as `/a/b/a/b/a/b/…`. */
export function isTrap(url: string): boolean {
  if (url.length > LONGEST_URL || hasRepeatedParameter(url)) return true;
  if (!hasDeepPath(url)) return false;
  const [path = ""] = url.split(/[?#]/, 1);
  const names = path.split("/").slice(3);
  return names.length > DEEPEST_PATH || mostRepeats(names) > MOST_REPEATS;
}

/** Whether there are so many slashes, the two before the host too, that names may be repeated. */
function hasDeepPath(url: string): boolean {
  let at = "https://".length - 1;
  for (let names = 0; names <= MOST_REPEATS; names++) {
    at = url.indexOf("/", at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** Whether the same value of the same name is in the query too often, as where each link adds it once more. */
function hasRepeatedParameter(url: string): boolean {
  const at = url.indexOf("?");
  if (at === -1) return false;
  const parameters = withoutFragment(url)
    .slice(at + 1)
    .split("&")
    .filter((it) => it !== "");
  return parameters.length > MOST_REPEATS && mostRepeats(parameters) > MOST_REPEATS;
}

function mostRepeats(names: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Math.max(...counts.values());
}
