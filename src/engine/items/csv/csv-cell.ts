import { show } from "../../../service/options.ts";
import { ItemError } from "../sink.ts";

/** What makes a spreadsheet take a text for a formula (OWASP, CSV injection), full-width forms too. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const TO_QUOTE = /[",\r\n]|^\s|\s$/;

/** A text as a cell shows it: what a spreadsheet would run as a formula begins with `'` instead. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text of a value; what JSON leaves out or writes as null is empty, what is nested is JSON. */
export function textOf(value: unknown, guard: (text: string) => string): string {
  const plain = withoutToJson(value);
  if (typeof plain === "string") return guard(plain);
  if (typeof plain === "number") return Number.isFinite(plain) ? String(plain) : "";
  if (typeof plain === "boolean" || typeof plain === "bigint") return String(plain);
  return plain === null ? "" : (jsonOf(plain) ?? "");
}

/** The columns of an item with their values; one that is no object, or a list, is the column `value`. */
export function columnsOf(item: unknown): readonly (readonly [column: string, value: unknown])[] {
  const plain = withoutToJson(item);
  const isRecord = typeof plain === "object" && plain !== null && !Array.isArray(plain);
  const columns = isRecord ? entriesOf(plain) : [["value", plain] as const];
  if (columns.length > 0 && (isRecord || textOf(plain, String) !== "")) return columns;
  throw new ItemError(`Expected an item with columns: got ${show(item)}`);
}

/** What an item has, if reading it does not throw. */
function entriesOf(item: object): readonly (readonly [column: string, value: unknown])[] {
  try {
    return Object.entries(item);
  } catch (error) {
    throw new ItemError(`Expected an item that CSV can hold: ${String(error)}`, { cause: error });
  }
}

/** Cells as a record of RFC 4180, its line end at the end. */
export function recordOf(cells: readonly string[]): string {
  if (cells.length === 1 && cells[0] === "") return '""\r\n'; // an empty line is no record to many readers
  return `${cells.map(quoted).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return TO_QUOTE.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A value as JSON sees it, so that a Date is its text. */
function withoutToJson(value: unknown): unknown {
  const isOwn = typeof value === "object" && value !== null && "toJSON" in value;
  return isOwn && typeof value.toJSON === "function" ? readJson(value) : value;
}

function readJson(value: object): unknown {
  const text = jsonOf(value);
  return text === undefined ? undefined : JSON.parse(text);
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new ItemError(`Expected an item that CSV can hold: ${String(error)}`, { cause: error });
  }
}
