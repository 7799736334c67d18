import { SeenSet } from "../../src/engine/frontier/seen/seen-set.ts";

/** A set of keys that is measured. */
export interface BenchSet {
  readonly size: number;
  add(key: string): unknown;
  has(key: string): boolean;
}

/** Ways to remember keys. */
export const subjects: Readonly<Record<string, () => BenchSet>> = {
  "pagoda, 64 bits": () => new SeenSet(),
  "pagoda, 128 bits": () => new SeenSet(Infinity, 128),
  "pagoda, at most 4,096": () => new SeenSet(4096),
  "Set of strings": () => new Set<string>(),
};
