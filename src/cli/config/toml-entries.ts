import { type AST, ParseError, parseTOML } from "toml-eslint-parser";

import { UsageError } from "../usage-error.ts";

/** A value in a file, and where its key stands. */
export interface TomlEntry {
  /** Table and key. */
  readonly path: readonly string[];
  /** A text, a number, true or false, a list or, of dates and times, a `Date`. */
  readonly value: unknown;
  /** `pagoda.toml:3:1`, counted from 1. */
  readonly place: string;
}

/** Reads all values of a TOML text, in order. Throws a {@link UsageError} that says where it is none. */
export function tomlEntries(text: string, file: string): readonly TomlEntry[] {
  const [document] = parsed(text, file).body;
  return [...entriesIn(document, [], file)];
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

type Parent = AST.TOMLTopLevelTable | AST.TOMLTable | AST.TOMLInlineTable;

function* entriesIn(
  { body }: Parent,
  parent: readonly string[],
  file: string,
): Iterable<TomlEntry> {
  for (const node of body) {
    if (node.type === "TOMLTable") {
      yield* entriesIn(node, node.resolvedKey.map(String), file);
      continue;
    }
    const path = [...parent, ...node.key.keys.map(nameOf)];
    const { line, column } = node.key.loc.start;
    if (node.value.type === "TOMLInlineTable") yield* entriesIn(node.value, path, file);
    else yield { path, value: valueOf(node.value), place: `${file}:${line}:${column + 1}` };
  }
}

function nameOf(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === "TOMLBare" ? key.name : key.value;
}

function valueOf(node: AST.TOMLContentNode): unknown {
  if (node.type === "TOMLArray") return node.elements.map(valueOf);
  return node.type === "TOMLInlineTable" ? {} : node.value;
}
