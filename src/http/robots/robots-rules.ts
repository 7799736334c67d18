import { pathPattern } from "./robots-pattern.ts";

/** An `Allow` or `Disallow` line. */
export interface Rule {
  readonly allow: boolean;
  readonly path: string;
}

/** The verdict of `rules` on a path in normal form: the longest wins, then an `Allow`. */
export function allowedBy(rules: readonly Rule[]): (path: string) => boolean {
  const verdicts = new Map<string, boolean>();
  for (const { allow, path } of rules.flatMap(withFolder)) {
    verdicts.set(path, allow || verdicts.get(path) === true);
  }
  const ranked = Array.from(verdicts, ([path, allow]) => ({ allow, pattern: pathPattern(path) }));
  ranked.sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow));
  return (path) => ranked.find(({ pattern }) => pattern.matches(path))?.allow ?? true;
}

function withFolder(rule: Rule): readonly Rule[] {
  const folder = rule.path.replace(/\/index\.html?\$?$/, "/$");
  return rule.allow && folder !== rule.path ? [rule, { allow: true, path: folder }] : [rule];
}
