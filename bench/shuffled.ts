/** The same in an order that chance gives. */
export function shuffled<T>(items: readonly T[]): readonly T[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}
