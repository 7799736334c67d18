/** A number as one whole number over another. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/**
 * The fraction that somebody meant who wrote this number: 29/100 for 0.29, 1/3 for 1 / 3.
 *
 * Of the fractions in which its continued fraction can be cut off, the first that divides to exactly
 * this number. Below 1000, any whose lower number is at most a million comes back.
 */
export function fractionOf(value: number): Fraction {
  let rest = exactly(value);
  let before: Fraction = { over: 0n, under: 1n };
  let best: Fraction = { over: 1n, under: 0n };
  while (Number(best.over) / Number(best.under) !== value && rest.under > 0n) {
    const whole = rest.over / rest.under;
    const next = {
      over: whole * best.over + before.over,
      under: whole * best.under + before.under,
    };
    [before, best] = [best, next];
    rest = { over: rest.under, under: rest.over - whole * rest.under };
  }
  return best;
}

/** The binary fraction that a number is in memory. */
function exactly(value: number): Fraction {
  let over = value;
  let under = 1n;
  for (; !Number.isInteger(over); under *= 2n) over *= 2;
  return { over: BigInt(over), under };
}
