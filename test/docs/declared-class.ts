import { readdirSync, readFileSync } from "node:fs";

import ts from "typescript-5.9";

/** What the source of a class says of it. */
export interface DeclaredClass {
  readonly parent: string;
  /** The first paragraph of its doc comment, in one line. */
  readonly doc: string;
  /** The value of `code`, where it is written down. */
  readonly code: string | undefined;
  /** Fields and getters of its own, but name and code. */
  readonly fields: readonly { readonly name: string; readonly doc: string }[];
}

/** All classes in the sources, by name. */
export function declaredClasses(): ReadonlyMap<string, DeclaredClass> {
  return (classes ??= new Map(
    parsedSources()
      .flatMap((source) => source.statements.filter((node) => ts.isClassDeclaration(node)))
      .map((node) => [node.name?.text ?? "", declaredClass(node)]),
  ));
}

/** The rows of the table in the doc comment of a type. */
export function tableOfType(name: string): readonly (readonly string[])[] {
  const node = parsedSources()
    .flatMap((source) => source.statements.filter((node) => ts.isTypeAliasDeclaration(node)))
    .find((node) => node.name.text === name);
  if (!node) throw new Error(`There is no type ${name}`);
  const lines = commentOf(node)
    .split("\n")
    .filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

let classes: ReadonlyMap<string, DeclaredClass> | undefined;
let parsed: readonly ts.SourceFile[] | undefined;

function parsedSources(): readonly ts.SourceFile[] {
  return (parsed ??= readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => ({ file, text: readFileSync(`src/${file}`, "utf8") }))
    .filter(({ text }) => /\bclass \w+ extends |\btype HttpErrorCode =/.test(text))
    .map(({ file, text }) => ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true)));
}

function declaredClass(node: ts.ClassDeclaration): DeclaredClass {
  const [heritage] = node.heritageClauses ?? [];
  const fields = node.members.filter(isField).map((field) => ({
    name: field.name.getText(),
    doc: inOneLine(commentOf(field)),
  }));
  return {
    parent: heritage?.types[0]?.expression.getText() ?? "",
    doc: inOneLine(commentOf(node).split("\n\n")[0] ?? ""),
    code: codeOf(node),
    fields: fields.filter(({ name }) => !/^#|^(?:name|code)$/.test(name)),
  };
}

function isField(
  node: ts.ClassElement,
): node is ts.PropertyDeclaration | ts.GetAccessorDeclaration {
  return ts.isPropertyDeclaration(node) || ts.isGetAccessorDeclaration(node);
}

function codeOf(node: ts.ClassDeclaration): string | undefined {
  const code = node.members
    .filter(ts.isPropertyDeclaration)
    .find(({ name }) => name.getText() === "code");
  const value = code?.initializer;
  return value && ts.isStringLiteral(value) ? value.text : undefined;
}

/** The doc comment in front of a node, links undone. */
function commentOf(node: ts.Node): string {
  const doc = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(doc?.comment) ?? "";
  return text.replaceAll(/\{@link (\w+)\}/g, "`$1`");
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
