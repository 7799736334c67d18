import { setImmediate } from "node:timers/promises";

import { NotNowError } from "../../service/errors.ts";
import type { Layer } from "../../service/layer.ts";
import type { Fresh } from "./capacity.ts";
import type { Command } from "./command.ts";
import { unlikeFresh } from "./conservation.ts";
import { Judge, PERMITS_CONSERVED, REFUSALS_RESERVE_NOTHING, STACKING } from "./judge.ts";
import type { Traits } from "./law.ts";
import type { MadeCall } from "./made-call.ts";
import { difference, outcomeLog } from "./outcome-log.ts";
import { type Arrangement, bare, inStack } from "./stacking.ts";
import { World } from "./world.ts";

/** What is on trial. */
export interface Subject {
  readonly factory: () => Layer<string, string>;
  readonly traits: Traits;
  readonly fresh: Fresh;
  /** Called with each world before anything happens in it. */
  readonly enter: (world: World) => void;
}

/** What came out. */
export interface Finding {
  /** What was seen of each broken law, by its name; the first is likely to have broken the others. */
  readonly breaches: ReadonlyMap<string, string>;
  /** What was done, as lines to read. */
  readonly schedule: () => readonly string[];
  readonly calls: number;
  readonly leafCalls: number;
}

/** Plays a schedule with the layer by itself, then with it arranged otherwise, and judges by all laws. */
export async function trial(
  subject: Subject,
  schedule: readonly Command[],
  arrangement: Arrangement,
): Promise<Finding> {
  const { traits, fresh } = subject;
  const judge = new Judge(traits, fresh);
  const world = await played(subject, schedule, bare, { judge });
  const counts = { calls: world.calls.length, leafCalls: world.leaf.calls.length };
  judge.note(REFUSALS_RESERVE_NOTHING, await unlikeWithoutRefused(subject, schedule, world));
  if (arrangement === inStack) await played(subject, schedule, inStack, { judge });
  else judge.note(STACKING, await unlikeArranged(subject, schedule, world, arrangement));
  judge.note(PERMITS_CONSERVED, await unlikeFresh(world, traits, fresh));
  return { ...counts, breaches: judge.breaches(), schedule: () => world.story.lines() };
}

/** Plays a schedule to its end in a world of its own. */
async function played(
  { factory, enter }: Subject,
  schedule: readonly Command[],
  arrangement: Arrangement,
  { judge, without }: { readonly judge?: Judge; readonly without?: ReadonlySet<number> } = {},
): Promise<World> {
  const layer = factory();
  const world = new World((inner, timeline) => arrangement(layer, inner, timeline), judge?.watch);
  enter(world);
  await world.play(schedule, without);
  await world.drain();
  await setImmediate(); // when what nobody has handled is reported
  judge?.end(world);
  return world;
}

/** A layer has the same effect wherever it is put. */
async function unlikeArranged(
  subject: Subject,
  schedule: readonly Command[],
  world: World,
  arrangement: Arrangement,
): Promise<string | undefined> {
  const other = await played(subject, schedule, arrangement);
  return difference(outcomeLog(world), outcomeLog(other));
}

/**
 * Calls that are refused at once have no effect on the others, unless they set detached work going.
 *
 * The first is also left out alone, as it may be what the others were refused for.
 */
async function unlikeWithoutRefused(
  subject: Subject,
  schedule: readonly Command[],
  world: World,
): Promise<string | undefined> {
  const refused = world.calls.filter(isRefusedAtOnce).map(({ number }) => number);
  if (refused.length === 0 || subject.traits.detaches) return undefined;
  const first = await unlikeWithout(new Set(refused.slice(0, 1)), subject, schedule, world);
  if (first !== undefined || refused.length === 1) return first;
  return unlikeWithout(new Set(refused), subject, schedule, world);
}

async function unlikeWithout(
  without: ReadonlySet<number>,
  subject: Subject,
  schedule: readonly Command[],
  world: World,
): Promise<string | undefined> {
  const others = outcomeLog(await played(subject, schedule, bare, { without }), without);
  const change = difference(others, outcomeLog(world, without));
  return change && `with calls ${[...without].join(", ")}, refused at once: ${change}`;
}

/** Of calls in one turn, one may hold for a moment what it gives back when it is refused further in. */
function isRefusedAtOnce({ settled, made, leafCalls }: MadeCall): boolean {
  if (!settled || settled.outcome.ok || settled.turn !== made.turn) return false;
  if (made.turn.commands > 1) return false;
  return leafCalls.length === 0 && settled.outcome.error instanceof NotNowError;
}
