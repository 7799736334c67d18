/** Throws unless `value` is a whole number, or `Infinity`, and no less than `min`. */
export function requireWhole(option: string, value: number, min: number): void {
  if ((Number.isInteger(value) || value === Infinity) && value >= min) return;
  throw new RangeError(`Expected "${option}" to be a whole number >= ${min}: got ${show(value)}`);
}

/** Throws unless `value` can be a duration in milliseconds; `Infinity` is one. */
export function requireDuration(option: string, value: number): void {
  if (typeof value === "number" && value >= 0) return;
  throw new RangeError(
    `Expected "${option}" to be a number of milliseconds >= 0: got ${show(value)}`,
  );
}

/** Throws unless `value` is true or false. */
export function requireBoolean(option: string, value: unknown): void {
  if (typeof value === "boolean") return;
  throw new TypeError(`Expected "${option}" to be true or false: got ${show(value)}`);
}

/** Throws unless `value` is a function. */
export function requireFunction(option: string, value: unknown): void {
  if (typeof value === "function") return;
  throw new TypeError(`Expected "${option}" to be a function: got ${show(value)}`);
}

/** Throws unless `value` is an array. */
export function requireArray(option: string, value: unknown): void {
  if (Array.isArray(value)) return;
  throw new TypeError(`Expected "${option}" to be an array: got ${show(value)}`);
}

/** The most characters of a value that an error message shows. */
const SHOWN = 60;

/** A value as an error message shows it: short, and of a kind that can be told apart. */
export function show(value: unknown): string {
  const shown = written(value);
  return shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown;
}

function written(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return `the function ${value.name || "(anonymous)"}`;
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? "an array" : "an object";
  return String(value);
}
