import type { Outcome } from "../../service/outcome.ts";

/** Makes a call to the layer. Calls are numbered from 0. */
export interface CallCommand {
  readonly kind: "call";
  readonly request: string;
  /** How long it may wait to start; `Infinity` is without end. */
  readonly startWithinMs: number;
  /** After how long its caller aborts it; `Infinity` is never. */
  readonly timeoutMs: number;
  /** Whether its caller aborts it by an AbortSignal, as from outside, or as a call further out does. */
  readonly signal: boolean;
  /** Whether it has been aborted when it is made. */
  readonly aborted: boolean;
  /** Whether leaf calls that serve it go on when they are aborted, or reject. */
  readonly ignores: boolean;
  /** What leaf calls that serve it answer at once; undefined leaves them open. */
  readonly answer: Outcome<string> | undefined;
  readonly quick: boolean;
}

/** Makes plain calls at once, as many as a layer has room for. */
export interface BurstCommand {
  readonly kind: "burst";
  readonly request: string;
  readonly count: number;
  readonly quick: boolean;
}

/** Ends a leaf call: of those that are open, the oldest but `open`, counted round. */
export interface AnswerCommand {
  readonly kind: "answer";
  readonly open: number;
  readonly outcome: Outcome<string>;
  readonly quick: boolean;
}

/** Aborts a call, settled or not: of those made, the latest but `back`, counted round. */
export interface AbortCommand {
  readonly kind: "abort";
  readonly back: number;
  readonly quick: boolean;
}

/** Lets time pass. */
export interface AdvanceCommand {
  readonly kind: "advance";
  readonly ms: number;
}

/** One step of a schedule. After a `quick` one the next follows before anything has reacted. */
export type Command = CallCommand | BurstCommand | AnswerCommand | AbortCommand | AdvanceCommand;
