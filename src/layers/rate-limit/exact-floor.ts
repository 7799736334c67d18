/** The whole part of `(to - from) * factor` by exact arithmetic, up to 2^52; rounding may exceed it. */
export function exactFloor(from: number, to: number, factor: number): number {
  const span = to - from;
  const product = span * factor;
  const whole = Math.floor(product);
  const lost = lostByProduct(span, factor, product) + lostByDifference(to, from, span) * factor;
  if (product - whole + lost < 0) return whole - 1;
  return product - whole - 1 + lost < 0 ? whole : whole + 1;
}

/** What rounding took from `a * b` (Dekker, 1971). */
function lostByProduct(a: number, b: number, product: number): number {
  const highA = upperHalf(a);
  const highB = upperHalf(b);
  const lowA = a - highA;
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

/** The upper 26 of the 53 bits of a number, two of which multiply without rounding. */
function upperHalf(value: number): number {
  const shifted = value * (2 ** 27 + 1);
  return shifted - (shifted - value);
}

/** What rounding took from `a - b` (Knuth, 1969). */
function lostByDifference(a: number, b: number, difference: number): number {
  const back = difference - a;
  return a - (difference - back) - (b + back);
}
