import { isDeepStrictEqual } from "node:util";

/** A case as a file of the folder has it. */
export interface Case {
  readonly id: string;
  /** What it is about; of a suite, the name of its file. */
  readonly kind: string;
  readonly json: string;
}

/** What is wrong with our answer to a case; undefined if nothing is. */
export type Problem = string | undefined;

/** Plays a case on the package. Throws a {@link NotPlayed} where that cannot be done. */
export type Player = (the: Case) => Problem | Promise<Problem>;

/** Why a case is skipped. */
export class NotPlayed extends Error {
  override readonly name = "NotPlayed";
}

/** A player of cases of one shape, which the format of the folder promises. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever plays knows the shape
export function playerOf<Shape>(play: (the: Shape) => Problem | Promise<Problem>): Player {
  return ({ json }) => {
    const the: Shape = JSON.parse(json);
    return play(the);
  };
}

/** A player that skips, for this reason. */
export function skip(reason: string): Player {
  return () => {
    throw new NotPlayed(reason);
  };
}

/** Tells how a value differs from what was expected of it. */
export function differs(what: string, actual: unknown, expected: unknown): Problem {
  if (isDeepStrictEqual(actual, expected)) return undefined;
  return `${what}: expected ${shown(expected)}, got ${shown(actual)}`;
}

/** The first of several problems. */
export function firstOf(...problems: readonly Problem[]): Problem {
  return problems.find((problem) => problem !== undefined);
}

/** Each character of a text as a byte. */
export function bytesOf(latin1: string): Uint8Array {
  return Uint8Array.from(Buffer.from(latin1, "latin1"));
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 200);
}
