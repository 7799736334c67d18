import type { Paint, Style } from "../live/paint.ts";
import { printable } from "../printable.ts";

/** A record as people read it: the time (UTC), the level, the message, and the rest as `name=value`. */
export function prettyLine(json: string, paint: Paint): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what records are
  const { level, msg, time, ...rest } = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const name = String(level);
  return [
    paint("dim", String(time).slice(11, 23)),
    paint(styles[name] ?? "dim", name.toUpperCase().padEnd(5)),
    printable(String(msg)),
    ...pairs(rest).map(([key, value]) => paint("dim", `${printable(key)}=`) + printable(value)),
  ].join(" ");
}

const styles: Readonly<Record<string, Style>> = {
  info: "green",
  warn: "yellow",
  error: "red",
  debug: "cyan",
};

function pairs(fields: object, prefix = ""): readonly (readonly [name: string, value: string])[] {
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    const key = prefix + name;
    if (name === "event" || name === "layer") return []; // the message says it
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return pairs(value, name === "detail" ? "" : `${key}.`);
    }
    return [[key, shown(value)] as const];
  });
}

function shown(value: unknown): string {
  const isWord = typeof value === "string" && /^[^\s"=]+$/.test(value);
  return isWord ? value : JSON.stringify(value);
}
