/** Whether what must be reached is; what was not measured is not missed. */
export type Verdict = "met" | "missed" | "not measured";

export function atMost(found: number | undefined, limit: number): Verdict {
  return found === undefined ? "not measured" : verdict(found, found <= limit);
}

export function atLeast(found: number | undefined, limit: number): Verdict {
  return found === undefined ? "not measured" : verdict(found, found >= limit);
}

/** A figure as it is told; `–` where it was not measured. */
export function figure(found: number | undefined, digits: number, unit = ""): string {
  return found === undefined || Number.isNaN(found) ? "–" : found.toFixed(digits) + unit;
}

function verdict(found: number, isMet: boolean): Verdict {
  if (Number.isNaN(found)) return "not measured";
  return isMet ? "met" : "missed";
}
