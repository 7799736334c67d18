/** A value as a script without types may pass it: where anything else is expected. */
export function untyped(value: unknown): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that is the point
  return value as never;
}
