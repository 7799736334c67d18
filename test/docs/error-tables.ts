import { HttpError } from "../../src/http/errors.ts";
import { untyped } from "../support/untyped.ts";
import { type DeclaredClass, declaredClasses, tableOfType } from "./declared-class.ts";
import type { ErrorClass } from "./exported-errors.ts";
import { markdownTable } from "./markdown-table.ts";
import { isRepeated } from "./repeated.ts";

/** What a table of classes tells besides. */
export interface Column {
  readonly title: string;
  readonly cell: (Class: ErrorClass) => Promise<string> | string;
}

/** Classes, what they are, when they are raised and what they carry. */
export async function classTable(
  classes: readonly ErrorClass[],
  { title, cell }: Column,
): Promise<readonly string[]> {
  const rows = classes.map(async (Class) => {
    const { parent, code, doc, fields } = declared(Class);
    const carried = fields.map(({ name }) => quoted(name)).join(", ");
    return [quoted(Class.name), quoted(parent), quoted(code), doc, await cell(Class), carried];
  });
  const header = ["class", "is a", "code", "when", title, "carries"];
  return markdownTable(header, await Promise.all(rows));
}

/** The codes of an `HttpError`. */
export async function codeTable(): Promise<readonly string[]> {
  const rows = tableOfType("HttpErrorCode").map(async ([code = "", when = "", sent = ""]) => {
    const again = await isRepeated(new HttpError(untyped(code.replaceAll("`", "")), ""));
    return [code, when, sent, again ? "yes" : "no"];
  });
  return markdownTable(["code", "when", "sent", "again"], await Promise.all(rows));
}

/** What there is to say of the fields of classes. */
export function fieldLines(classes: readonly ErrorClass[]): readonly string[] {
  return classes.flatMap((Class) =>
    declared(Class)
      .fields.filter(({ doc }) => doc !== "")
      .map(({ name, doc }) => `- \`${Class.name}.${name}\`: ${doc}`),
  );
}

function declared({ name }: ErrorClass): DeclaredClass {
  const found = declaredClasses().get(name);
  if (found) return found;
  throw new Error(`There is no source of ${name}`);
}

function quoted(name: string | undefined): string {
  return name === undefined ? "" : `\`${name}\``;
}
