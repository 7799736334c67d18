import { InvalidArgumentError } from "commander";

/** Reads what a file or folder is called. */
export function pathOption(text: string): string {
  if (text !== "" && !text.includes("\0")) return text;
  throw new InvalidArgumentError("Expected a path.");
}

/** Reads what a file is called, where `-` does not stand for the standard output. */
export function fileOption(text: string): string {
  if (text !== "-") return pathOption(text);
  throw new InvalidArgumentError("Expected a file, and not the standard output.");
}
