import type { Arbitrary, default as FastCheck } from "fast-check";

/** A request that is added: of few URLs, so that they meet. */
export interface Ask {
  readonly host: string;
  readonly path: number;
  /** Whether the URL is written in another way, which means the same. */
  readonly respelled: boolean;
  readonly method: "GET" | "POST";
  readonly body: string | undefined;
  readonly priority: number;
  readonly depth: number;
  readonly dontFilter: boolean;
  /** Whether a redirect leads there: back to where its own chain has been, or on. */
  readonly redirected: "no" | "back" | "on";
}

/** How leases are chosen: of those there are, the one of this number, round and round. */
type Which = number;

/** How leases are settled: they come back after so many milliseconds, or not. */
export type AskedOutcome = "done" | "failed" | { readonly waitMs: number };

/** What is asked of a frontier. What is a list is asked at once. */
export type FrontierStep =
  | { readonly act: "add"; readonly batches: readonly (readonly Ask[])[] }
  | { readonly act: "overdraw"; readonly ask: Ask }
  | { readonly act: "take"; readonly most: readonly number[] }
  | { readonly act: "fetched"; readonly which: Which }
  | { readonly act: "settle"; readonly which: readonly Which[]; readonly as: AskedOutcome }
  | { readonly act: "hold"; readonly host: string; readonly forMs: number }
  | { readonly act: "pass"; readonly ms: number }
  | { readonly act: "wait" }
  | { readonly act: "abort"; readonly which: Which };

/** Steps, each begun when the one before has ended. */
export type FrontierSchedule = readonly FrontierStep[];

/** Hosts of which one is part of another's name, and one has a number for a name. */
export const hosts: readonly string[] = ["a.test", "b.a.test", "127.0.0.1"];

/** Few enough for no rule about who must not starve to come in. */
const LONGEST = 40;

/** Draws schedules. */
export function frontierSchedules(fc: typeof FastCheck): Arbitrary<FrontierSchedule> {
  const which = fc.nat(9);
  const some = fc.array(which, { minLength: 1, maxLength: 3, size: "max" });
  const waitMs = fc.constantFrom(-5, 0, 1, 10, 50, 3_600_000);
  const as: Arbitrary<AskedOutcome> = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom("done", "done", "failed") },
    { weight: 2, arbitrary: fc.record({ waitMs }) },
  );
  const forMs = fc.constantFrom(-Infinity, -5, 0, 1, 10, 50, Infinity);
  const act = <Act extends string>(act: Act): Arbitrary<Act> => fc.constant(act);
  const step: Arbitrary<FrontierStep> = fc.oneof(
    { weight: 5, arbitrary: fc.record({ act: act("add"), batches: batches(fc) }) },
    { weight: 5, arbitrary: fc.record({ act: act("take"), most: takes(fc) }) },
    { weight: 2, arbitrary: fc.record({ act: act("fetched"), which }) },
    { weight: 6, arbitrary: fc.record({ act: act("settle"), which: some, as }) },
    {
      weight: 2,
      arbitrary: fc.record({ act: act("hold"), host: fc.constantFrom(...hosts), forMs }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ act: act("pass"), ms: fc.constantFrom(1, 9, 40, 5_000_000) }),
    },
    { weight: 2, arbitrary: fc.record({ act: act("wait") }) },
    { weight: 1, arbitrary: fc.record({ act: act("abort"), which }) },
    { weight: 2, arbitrary: fc.record({ act: act("overdraw"), ask: asks(fc) }) },
  );
  return fc.array(step, { maxLength: LONGEST, size: "max" });
}

function asks(fc: typeof FastCheck): Arbitrary<Ask> {
  return fc.record({
    host: fc.constantFrom(...hosts),
    path: fc.nat(4),
    respelled: fc.boolean(),
    method: fc.constantFrom("GET", "GET", "GET", "POST"),
    body: fc.constantFrom(undefined, undefined, "a", "é"),
    priority: fc.constantFrom(0, 0, 0, 1, -1, 0.5),
    depth: fc.nat(3),
    dontFilter: fc.nat(9).map((n) => n === 9),
    redirected: fc.nat(9).map((n) => (n === 9 ? "back" : n === 8 ? "on" : "no")),
  });
}

/** Mostly one, so that it is known what each must be answered. */
function batches(fc: typeof FastCheck): Arbitrary<readonly (readonly Ask[])[]> {
  const batch = fc.array(asks(fc), { minLength: 1, maxLength: 5, size: "max" });
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.tuple(batch) },
    { weight: 1, arbitrary: fc.array(batch, { minLength: 2, maxLength: 3 }) },
  );
}

function takes(fc: typeof FastCheck): Arbitrary<readonly number[]> {
  const most = fc.constantFrom(1, 2, 3, 6);
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.tuple(most) },
    { weight: 1, arbitrary: fc.tuple(most, most) },
  );
}

/** A schedule in lines for a reader. */
export function frontierLines(schedule: FrontierSchedule): readonly string[] {
  return schedule.map(lineOf);
}

function lineOf(step: FrontierStep): string {
  switch (step.act) {
    case "add":
      return `add ${atOnce(step.batches.map((batch) => batch.map(askLine).join(", ")))}`;
    case "overdraw":
      return `overdraw ${askLine(step.ask)}`;
    case "take":
      return `take ${atOnce(step.most)}`;
    case "fetched":
      return `fetched: lease ${step.which}`;
    case "settle":
      return `${toldOf(step.as)}: lease ${atOnce(step.which)}`;
    case "hold":
      return `hold ${step.host} for ${step.forMs} ms`;
    case "pass":
      return `${step.ms} ms pass`;
    case "wait":
      return "somebody waits until it is ready";
    case "abort":
    default:
      return `wait ${step.which} aborts`;
  }
}

function toldOf(as: AskedOutcome): string {
  return typeof as === "string" ? as : `put back for ${as.waitMs} ms`;
}

function atOnce(some: readonly unknown[]): string {
  return some.join("; at once ");
}

function askLine({ host, path, ...ask }: Ask): string {
  const { method, body, priority, depth } = ask;
  const notes = [
    ask.respelled && "respelled",
    ask.dontFilter && "not to be filtered",
    ask.redirected !== "no" && `redirected ${ask.redirected}`,
    body !== undefined && `body ${JSON.stringify(body)}`,
    priority !== 0 && `priority ${priority}`,
    depth !== 0 && `depth ${depth}`,
  ].filter((note) => note !== false);
  return `${method} ${host}/${path}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}
