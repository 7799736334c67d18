import { InvalidArgumentError } from "commander";

const milliseconds: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

const bytes: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["b", 1],
  ["kb", 1000],
  ["mb", 1000 ** 2],
  ["gb", 1000 ** 3],
  ["kib", 1024],
  ["mib", 1024 ** 2],
  ["gib", 1024 ** 3],
]);

/** Reads a duration such as `200ms`, `1.5s`, `2m` or `1h`, in milliseconds; so is a bare number. */
export function duration(text: string): number {
  const ms = measure(text, milliseconds);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError("Expected a duration such as 200ms, 5s, 2m or 1h.");
}

/** Reads a duration that is not 0. */
export function positiveDuration(text: string): number {
  const ms = duration(text);
  if (ms > 0) return ms;
  throw new InvalidArgumentError("Expected a duration above 0, such as 500ms or 30s.");
}

/** Reads a size such as `500kB`, `10MB` or `10MiB`, in bytes; so is a bare number. */
export function size(text: string): number {
  const count = measure(text, bytes);
  if (count !== undefined) return Math.round(count);
  throw new InvalidArgumentError("Expected a size such as 500kB, 10MB or 10MiB.");
}

/** Reads a size that is not 0. */
export function positiveSize(text: string): number {
  const count = size(text);
  if (count > 0) return count;
  throw new InvalidArgumentError("Expected a size above 0, such as 500kB or 10MiB.");
}

/** Reads a share such as `80%`, as a fraction. */
export function share(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?) ?%$/.exec(text) ?? [];
  const fraction = Number(digits) / 100;
  if (fraction > 0) return fraction;
  throw new InvalidArgumentError("Expected a share above 0 with its %, such as 80%.");
}

/** Makes a reader of whole numbers from `min` up. */
export function whole(min: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= min) return value;
    throw new InvalidArgumentError(`Expected a whole number >= ${min}.`);
  };
}

/** Writes a duration so that it is read as the same: `5s`, `10m`, `1500ms`. */
export function durationText(ms: number): string {
  return written(ms, milliseconds, ["h", "m", "s", "ms"]);
}

/** Writes a size so that it is read as the same: `10MiB`, `500kB`. */
export function sizeText(count: number): string {
  return written(count, bytes, ["GiB", "GB", "MiB", "MB", "KiB", "kB", "B"]);
}

/** In the largest unit of which it is a whole number. */
function written(
  value: number,
  units: ReadonlyMap<string, number>,
  names: readonly string[],
): string {
  const factorOf = (name: string): number => units.get(name.toLowerCase()) ?? 1;
  const name = names.find((one) => value > 0 && value % factorOf(one) === 0) ?? names.at(-1) ?? "";
  return `${value / factorOf(name)}${name}`;
}

function measure(text: string, units: ReadonlyMap<string, number>): number | undefined {
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?) ?([a-z]*)$/i.exec(text) ?? [];
  const factor = units.get(unit.toLowerCase());
  if (digits === undefined || factor === undefined) return undefined;
  const value = Number(digits) * factor;
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}
