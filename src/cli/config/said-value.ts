import { kindOf, show } from "../../service/options.ts";
import { TomlTable } from "./toml-table.ts";

/** What was said, as an error shows it, in the words of the file; of a secret only what it is. */
export function saidValue(value: unknown, isSecret: boolean): string {
  if (value instanceof Date) return "a date";
  if (value instanceof TomlTable) return value.isListed ? "a list of tables" : "a table";
  if (!Array.isArray(value)) return isSecret ? kindOf(value) : show(value);
  const wrong: unknown = value.find((one) => typeof one !== "string");
  if (wrong === undefined || isSecret) return "a list";
  return Array.isArray(wrong) ? "a list in a list" : `a list with ${saidValue(wrong, false)}`;
}
