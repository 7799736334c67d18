/** A number in units of 2^-1074, of which every number is a whole multiple. */
export function exact(value: number): bigint {
  let doublings = 0;
  let whole = value;
  for (; !Number.isInteger(whole); doublings++) whole *= 2;
  return BigInt(whole) << BigInt(1074 - doublings);
}
