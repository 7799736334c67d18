import { InvalidArgumentError, Option } from "commander";

import { isHeaderName } from "../http/header-syntax.ts";
import { feature, secret } from "./config/option-marks.ts";
import { fileOption } from "./path-option.ts";

/** The options that only `pagoda fetch` has. */
export function fetchFlags(): readonly Option[] {
  return [
    new Option("--method <name>", "how to ask (default: GET, with --data POST)").argParser(
      methodOf,
    ),
    secret(new Option("--data <text>", "body of the request, by default of a form")),
    new Option("--out <file>", "where the body goes").argParser(fileOption),
    new Option(
      "--body",
      "print the body on the standard output, and all else on the standard error",
    ),
    feature(new Option("--no-redirects", "show a redirect, and do not follow it")),
  ];
}

function methodOf(text: string): string {
  const method = text.toUpperCase();
  if (isHeaderName(method) && method !== "CONNECT") return method; // both are tokens
  throw new InvalidArgumentError("Expected a method such as GET, HEAD or POST.");
}
