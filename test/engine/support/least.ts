/** Those of which the keys are the least, compared one by one. */
export function least<T>(
  values: readonly T[],
  keysOf: (value: T) => readonly number[],
): readonly T[] {
  const all = values.map((value) => ({ value, keys: keysOf(value) }));
  return all
    .filter(({ keys }) => all.every((other) => compare(keys, other.keys) <= 0))
    .map(({ value }) => value);
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((key, n) => Math.sign(key - (b[n] ?? 0))).find((sign) => sign !== 0) ?? 0;
}
