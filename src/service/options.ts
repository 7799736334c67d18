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

/** Throws unless `value` can be a duration that takes time; `Infinity` is one. */
export function requirePositiveDuration(option: string, value: number): void {
  requireDuration(option, value);
  if (value === 0) throw new RangeError(`Expected "${option}" to be above 0: got 0`);
}

/** Throws unless `value` is true or false. */
export function requireBoolean(option: string, value: unknown): void {
  if (typeof value === "boolean") return;
  throw new TypeError(`Expected "${option}" to be true or false: got ${show(value)}`);
}

/** Throws unless `value` is a text, and not empty. */
export function requireText(option: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  throw new TypeError(`Expected "${option}" to be a text: got ${show(value)}`);
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

/** Throws unless `value` is an array of strings. */
export function requireStrings(option: string, value: unknown): void {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return;
  throw new TypeError(`Expected "${option}" to be an array of strings: got ${show(value)}`);
}

/** Throws unless `value` is an object, and no array. */
export function requireObject(option: string, value: unknown): void {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`Expected "${option}" to be an object: got ${show(value)}`);
}

/** Throws unless `part`, which the user may have written, has these methods. */
export function requireMethods<Part extends object>(
  option: string,
  part: Part,
  methods: readonly (keyof Part & string)[],
): void {
  requireObject(option, part);
  for (const method of methods) requireFunction(`${option}.${method}`, part[method]);
}

/** Throws unless `options` is an object, all names in which are `known` to what it is passed to. */
export function requireOptions<Options extends object>(
  what: string,
  options: Options,
  known: Readonly<Record<keyof NoInfer<Options>, true>>,
): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new TypeError(`Expected the options of ${what} to be an object: got ${show(options)}`);
  }
  const stranger = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (stranger === undefined) return;
  const names = Object.keys(known).join(", ");
  throw new TypeError(`Expected options of ${what}, ${names}: got ${show(stranger)}`);
}

/** The most characters of a value that an error message shows. */
const SHOWN = 60;

/** A value as an error message shows it: short, and of a kind that can be told apart. */
export function show(value: unknown): string {
  const shown = written(value);
  return shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown;
}

/** What a value is, where its content may be a secret. */
export function kindOf(value: unknown): string {
  if (typeof value !== "string") return typeof value === "object" ? show(value) : typeof value;
  return value === "" ? "an empty text" : "another text";
}

function written(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return `the function ${value.name || "(anonymous)"}`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? "an array" : "an object";
  return String(value);
}
