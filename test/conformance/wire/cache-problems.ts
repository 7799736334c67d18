import type { HttpResponse } from "pagoda/http";
import type { Outcome } from "pagoda/service";

import { differs, firstOf, type Problem } from "../case.ts";
import type { CacheStep } from "./cache-case.ts";
import { BODY, type Seen } from "./cache-origin.ts";

/** What is wrong with the outcome of a step, if anything is. */
export function problemOfResponse(
  step: CacheStep,
  number: number,
  outcome: Outcome<HttpResponse>,
): Problem {
  if (!outcome.ok) {
    const isExpected = step.expected_status === null;
    return isExpected ? undefined : `request ${number} failed: ${String(outcome.error)}`;
  }
  const response = outcome.value;
  const problem = firstOf(
    originProblem(step, number, response),
    statusProblem(step, response),
    ...(step.expected_response_headers ?? []).map((header) => presentProblem(header, response)),
    ...(step.expected_response_headers_missing ?? []).map((header) =>
      missingProblem(header, response),
    ),
    bodyProblem(step, response),
  );
  return problem === undefined ? undefined : `response ${number}: ${problem}`;
}

/** What is wrong with what the server saw, if anything is. */
export function problemOfServer(
  steps: readonly CacheStep[],
  outcomes: readonly Outcome<HttpResponse>[],
  seen: readonly Seen[],
): Problem {
  let next = 0;
  const problems = steps.map((step, at) => {
    if (step.expected_type === "cached") return undefined; // the server was not asked
    const request = seen[next++];
    const outcome = outcomes[at];
    const response = outcome?.ok === true ? outcome.value : undefined;
    const problem = firstOf(
      sentProblem(step, at + 1, request),
      ...passedProblems(request, response),
    );
    return problem === undefined ? undefined : `request ${at + 1}: ${problem}`;
  });
  return firstOf(...problems);
}

function originProblem(
  { expected_type: type }: CacheStep,
  number: number,
  response: HttpResponse,
): Problem {
  const { headers, status } = response;
  const sent = (headers.get("request-numbers") ?? "").split(" ");
  if (sent.length !== new Set(sent).size) return "was asked for twice";
  const count = Number(headers.get("server-request-count") ?? Number.NaN);
  const isCached = count < number || (Number.isNaN(count) && status === 304);
  if (type === "cached" && !isCached) return "is not from the cache";
  return type === "not_cached" && count !== number ? "is from the cache" : undefined;
}

function statusProblem(step: CacheStep, { status }: HttpResponse): Problem {
  const [usual] = step.response_status ?? [200];
  const { expected_status: expected = usual } = step;
  return expected === null ? undefined : differs("status", status, expected);
}

/** A header may be named, have a value, or be compared with a number or another header. */
function presentProblem(
  header: string | readonly (string | number)[],
  { headers }: HttpResponse,
): Problem {
  const [name, value, operand] = [header].flat();
  const actual = headers.get(String(name));
  if (value === undefined) return actual === undefined ? `has no ${name}` : undefined;
  if (value === "=") return differs(String(name), actual, headers.get(String(operand)));
  if (value === ">") return Number(actual) > Number(operand) ? undefined : `${name} is ${actual}`;
  return typeof value === "number" ? undefined : differs(String(name), actual, value);
}

function missingProblem(header: string | readonly string[], { headers }: HttpResponse): Problem {
  const [name = "", value = ""] = [header].flat();
  return headers.get(name)?.includes(value) === true ? `has ${name}` : undefined;
}

function bodyProblem(step: CacheStep, { status, text }: HttpResponse): Problem {
  if (step.check_body === false) return undefined;
  const { expected_response_text: expected, response_body: body, request_method: method } = step;
  if (expected !== undefined) {
    return expected === null ? undefined : differs("body", text, expected);
  }
  if (body !== undefined && body !== null) return differs("body", text, body);
  const hasNone = [204, 304].includes(status) || method === "HEAD";
  return hasNone ? undefined : differs("body", text, BODY);
}

function sentProblem(step: CacheStep, number: number, seen: Seen | undefined): Problem {
  const { expected_method: method, expected_request_headers: headers = [] } = step;
  const { expected_type: type = "cached" } = step;
  if (type === "not_cached" && seen?.number !== number) return "was not sent";
  const validator = validators[type];
  if (validator !== undefined && bore(seen, validator) === "") return `has no ${validator}`;
  const problems = headers.map(([name, value]) => differs(name, bore(seen, name), value));
  return firstOf(method && differs("method", seen?.method, method), ...problems);
}

const validators: Readonly<Record<string, string>> = {
  etag_validated: "if-none-match",
  lm_validated: "if-modified-since",
};

function bore(seen: Seen | undefined, name: string): string {
  return String(seen?.headers[name.toLowerCase()] ?? "");
}

/** What of an answer did not come through. */
function passedProblems(
  seen: Seen | undefined,
  response: HttpResponse | undefined,
): readonly Problem[] {
  if (!seen || !response) return [];
  return [...seen.answered]
    .filter(([name]) => name.toLowerCase() !== "date")
    .map(([name, value]) => differs(name, response.headers.get(name), value));
}
