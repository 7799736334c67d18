const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A line of what others wrote, without the characters that a terminal would obey. */
export function printable(line: string): string {
  return line.replaceAll(obeyed, "\uFFFD");
}

/** A value as a line of JSON that a terminal shows as it is, and that reads the same. */
export function printableJson(value: unknown): string {
  return shownAsItIs(JSON.stringify(value));
}

/** A line of JSON in which what a terminal would obey is escaped; it reads the same. */
export function shownAsItIs(json: string): string {
  return json.replaceAll(obeyed, (character) => character.split("").map(escaped).join(""));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
