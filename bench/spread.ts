/** What was measured many times: its median, and between what half of it lies. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Undefined where nothing was measured. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
  return sorted.length > 0 ? { median: at(0.5), low: at(0.25), high: at(0.75) } : undefined;
}

/** The median; NaN where nothing was measured. */
export function medianOf(values: readonly number[]): number {
  return spreadOf(values)?.median ?? Number.NaN;
}

/** As it is told. */
export function toldSpread(spread: Spread | undefined, digits = 2): string {
  if (!spread) return "–";
  const [median, low, high] = [spread.median, spread.low, spread.high].map((value) =>
    value.toFixed(digits),
  );
  return `${median} (${low} to ${high})`;
}
