import * as pagoda from "../../src/index.ts";
import { ServiceError } from "../../src/service/errors.ts";
import * as sqlite from "../../src/sqlite/index.ts";
import * as testing from "../../src/testing/index.ts";

/** A class of errors, abstract or not. */
export type ErrorClass = abstract new (...args: never[]) => Error;

/** All classes of errors that the package exports, parents before their children. */
export const exportedErrors: readonly ErrorClass[] = Object.values<unknown>({
  ...pagoda,
  ...sqlite,
  ...testing,
})
  .filter(isErrorClass)
  .toSorted((a, b) => ancestry(a).localeCompare(ancestry(b)));

/** Whether a class is the other one, or derived from it. */
export function isA(Class: ErrorClass, Other: ErrorClass): boolean {
  return Class === Other || Class.prototype instanceof Other;
}

function isErrorClass(exported: unknown): exported is ErrorClass {
  return typeof exported === "function" && exported.prototype instanceof Error;
}

/** Its names from the root on, those of the core in front. */
function ancestry(Class: ErrorClass): string {
  const parent: unknown = Object.getPrototypeOf(Class);
  const isRoot = parent === Error;
  const own = isRoot && Class !== ServiceError ? `~${Class.name}` : Class.name;
  return isRoot || !isClass(parent) ? own : `${ancestry(parent)} ${own}`;
}

function isClass(value: unknown): value is ErrorClass {
  return typeof value === "function";
}
