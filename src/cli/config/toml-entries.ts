import { type AST, ParseError, parseTOML } from "toml-eslint-parser";

import { UsageError } from "../usage-error.ts";
import { TomlTable } from "./toml-table.ts";

/** A value in a file, and where its key stands. */
export interface TomlEntry {
  /** Table and key. */
  readonly path: readonly string[];
  /** A text, a number, true or false, a list, a {@link TomlTable} or, of dates and times, a `Date`. */
  readonly value: unknown;
  /** A number as it is written. */
  readonly written?: string;
  /** `pagoda.toml:3:1`, counted from 1. */
  readonly place: string;
}

/**
 * Reads all tables and values of a TOML text, in order. Throws a {@link UsageError} that says where it is
 * none.
 */
export function tomlEntries(text: string, file: string): readonly TomlEntry[] {
  try {
    const [document] = parsed(text, file).body;
    return [...entriesIn(document, [], { text, file })];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // of the call stack
    throw new UsageError(`${file}: Expected TOML that is not nested so deeply`);
  }
}

function parsed(text: string, file: string): AST.TOMLProgram {
  try {
    return parseTOML(text, { tomlVersion: "1.0" });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { column, lineNumber, message } = error;
    throw new UsageError(`${file}:${lineNumber}:${column + 1}: Expected TOML: ${message}`);
  }
}

interface Source {
  readonly text: string;
  readonly file: string;
}

type Parent = AST.TOMLTopLevelTable | AST.TOMLTable | AST.TOMLInlineTable;

function* entriesIn(
  { body }: Parent,
  parent: readonly string[],
  source: Source,
): Iterable<TomlEntry> {
  for (const node of body) {
    const { line, column } = node.key.loc.start;
    const place = `${source.file}:${line}:${column + 1}`;
    const names = node.key.keys.map(nameOf);
    if (node.type === "TOMLTable") {
      yield { path: names, value: new TomlTable(node.kind === "array"), place };
      yield* entriesIn(node, names, source);
      continue;
    }
    const path = [...parent, ...names];
    yield { path, value: valueOf(node.value), place, ...writtenAs(node.value, source) };
    if (node.value.type === "TOMLInlineTable") yield* entriesIn(node.value, path, source);
  }
}

function writtenAs(node: AST.TOMLContentNode, { text }: Source): Pick<TomlEntry, "written"> {
  const isNumber = node.type === "TOMLValue" && (node.kind === "integer" || node.kind === "float");
  const written = isNumber ? text.slice(...node.range) : "";
  return written === "" ? {} : { written }; // the parser knows no range of a 0 at the very end
}

function nameOf(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === "TOMLBare" ? key.name : key.value;
}

function valueOf(node: AST.TOMLContentNode): unknown {
  if (node.type === "TOMLArray") return node.elements.map(valueOf);
  return node.type === "TOMLInlineTable" ? new TomlTable(false) : node.value;
}
