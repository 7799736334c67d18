import { HttpError } from "../../src/http/errors.ts";
import { StatusError } from "../../src/http/status-error.ts";
import { NotNowError, RejectedError, ServiceError } from "../../src/service/errors.ts";
import { classTable, codeTable, type Column, fieldLines } from "./error-tables.ts";
import { exportedErrors, isA } from "./exported-errors.ts";
import { isRepeated, statusesOf } from "./repeated.ts";

/** The text of docs/errors.md, from what the package exports and what its sources say. */
export async function errorPage(): Promise<string> {
  const ofCalls = exportedErrors.filter((Class) => isA(Class, ServiceError));
  const refusals = ofCalls.filter((Class) => isA(Class, RejectedError));
  const statuses = ofCalls.filter((Class) => isA(Class, StatusError));
  const failures = ofCalls.filter(
    (Class) => !refusals.includes(Class) && !statuses.includes(Class),
  );
  const others = exportedErrors.filter((Class) => !ofCalls.includes(Class));
  const parts = [
    INTRODUCTION,
    REFUSALS,
    await classTable(refusals, howLong),
    FAILURES,
    await classTable(failures, again),
    CODES,
    await codeTable(),
    STATUSES,
    await classTable(statuses, againByStatus),
    OTHERS,
    await classTable(others, never),
    CARRIED,
    fieldLines(exportedErrors),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

const INTRODUCTION = [
  "# Errors",
  "",
  "<!-- Written by `npm run docs` from the classes that the package exports and their doc comments. -->",
  "",
  "Everything that pagoda itself raises during a call is a `ServiceError`: it has a `code` for `switch` and",
  "logs, and a `message` for people. An abort rejects with its reason, and what your own leaf or layer throws",
  "passes as it is. Misuse of an option is a `TypeError` or `RangeError` when the thing is made.",
  "",
  "_Again_ tells whether `retry(httpRetry())` repeats a GET that ended so.",
];
const REFUSALS = [
  "## Refused: nothing was sent",
  "",
  "A refusal costs no attempt: `retry` does not repeat it, and no limiter, breaker or span counts it. One that is a",
  "`NotNowError` is temporary.",
];
const FAILURES = ["## Failed: the request may have been sent"];
const CODES = [
  "### The codes of `HttpError`",
  "",
  "`cause` is what Node or undici said. A name that does not exist (ENOTFOUND) is not asked for again, nor is what a",
  "proxy refused with a 4xx (`proxyStatus`), but 408, 425 and 429.",
];
const STATUSES = [
  "## Answered: the status tells of a failure",
  "",
  "By `classifyStatus`, which `httpStack` has. Without it, any status is a response. A `WafBlocked` is made by `wafDetect`,",
  "with or without it.",
];
const OTHERS = ["## Others", "", "These end no call of a stack."];
const CARRIED = ["## What they carry"];

const howLong: Column = {
  title: "for how long",
  cell: (Class) => {
    if (Class === RejectedError) return "";
    return isA(Class, NotNowError) ? "for now" : "for good";
  },
};
const again: Column = {
  title: "again",
  cell: async (Class) => {
    if (Class === ServiceError) return "";
    if (isA(Class, HttpError)) return "by its code";
    return (await isRepeated(Reflect.construct(Class, []))) ? "yes" : "no";
  },
};
const againByStatus: Column = {
  title: "again",
  cell: async (Class) => {
    if (Class === StatusError) return "by its status";
    const { all, repeated } = await statusesOf(Class);
    return repeated.length === all.length ? "yes" : repeated.join(", ") || "no";
  },
};
const never: Column = { title: "again", cell: () => "no" };
