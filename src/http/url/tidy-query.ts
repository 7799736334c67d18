import { requireStrings } from "../../service/options.ts";

/** Options of {@link tidyQuery}. */
export interface TidyQueryOptions {
  /** Whether the order of differently named parameters is ignored. @defaultValue false */
  readonly sortQuery?: boolean;
  /** Parameters that are ignored: names, or `"utm_*"` for all that begin so. @defaultValue none */
  readonly stripParams?: readonly string[];
}

/**
 * Brings a query, without its `?`, into a form in which fewer differences count.
 *
 * `stripParams` removes whole parameters by their decoded name, and never looks at a value.
 * `sortQuery` sorts them by name only, so that the values of one name keep their order, and removes
 * empty ones (`a&&b`).
 */
export function tidyQuery(query: string, options: TidyQueryOptions): string {
  const { sortQuery = false, stripParams = [] } = options;
  requireStrings("stripParams", stripParams);

  let params = query.split("&");
  if (stripParams.length > 0) params = params.filter((param) => !isNamed(param, stripParams));
  if (sortQuery) params = params.filter((param) => param !== "").toSorted(byName);
  return params.join("&");
}

function isNamed(param: string, patterns: readonly string[]): boolean {
  const name = decode(nameOf(param));
  return patterns.some((pattern) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}

function byName(a: string, b: string): number {
  const nameA = nameOf(a);
  const nameB = nameOf(b);
  return nameA < nameB ? -1 : Number(nameA > nameB);
}

function nameOf(param: string): string {
  const end = param.indexOf("=");
  return end === -1 ? param : param.slice(0, end);
}

function decode(name: string): string {
  if (!/[%+]/.test(name)) return name;
  const [decoded = ""] = new URLSearchParams(name).keys();
  return decoded;
}
