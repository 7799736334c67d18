import type { Frontier } from "../../engine/frontier/frontier.ts";
import { dispose } from "../../service/disposal.ts";
import {
  requireBoolean,
  requireFunction,
  requireMethods,
  requireOptions,
  requireWhole,
} from "../../service/options.ts";
import { findBreach } from "../contract/find-breach.ts";
import type { Search } from "../contract/search.ts";
import { FrontierPlay } from "./frontier-play.ts";
import { frontierLines, type FrontierSchedule, frontierSchedules } from "./frontier-schedule.ts";
import { OutboxPlay } from "./outbox-play.ts";

/** Options of {@link checkFrontier}. */
export interface CheckFrontierOptions extends Search {
  /** Calls in flight to one host that the frontier allows. @defaultValue 8 */
  readonly perHost?: number;
  /** Requests that may wait in the frontier. @defaultValue `Infinity` */
  readonly maxPending?: number;
  /** Whether the frontier may forget what it has seen. @defaultValue `false` */
  readonly forgets?: boolean;
  /** Whether of one host the highest priority comes first, then who came first. @defaultValue `false` */
  readonly inOrder?: boolean;
}

/**
 * Checks by random schedules that a {@link Frontier} does what its contract says.
 *
 * `add` says of each request what became of it. One that was admitted before is a duplicate, however its
 * URL is spelled and however many are added at once, unless it must not be filtered or a redirect of its
 * own chain led back to it; a rejected one is not remembered. Any other is admitted while there is room.
 * `overdraw`, where there is such, answers as `add` of one, and may let in a request of an idle host without room.
 * `take` gives leases of requests that wait, each once, as they went in: none of a host that is held or
 * has `perHost` calls in flight, none before its time, no more than it is asked for, and something
 * where there is something.
 * A request that is put back is admitted even where there is no room, and comes again with its attempts.
 * `whenReady` resolves when there is something to take, or nothing waits and nothing is leased: not
 * earlier, not later. It rejects with the reason as soon as it is aborted.
 * `stats`, and where there are such `hasSeen` and `pending`, tell the truth.
 * An `outbox`, where there is one, keeps the items of each page that is done, together and in order, and those
 * of no other; and it tells how far a sink has come.
 * In the end all that was admitted has come out, and no timer and no abort hook is left.
 *
 * Time is virtual. Each schedule has a new frontier, which is disposed of.
 * Rejects with a {@link BrokenRuleError} that names the rule and tells the shortest schedule found.
 * Needs fast-check 4.
 *
 * @example
 * ```ts
 * await checkFrontier(() => new MemoryFrontier({ perHost: 2 }), { perHost: 2, inOrder: true });
 * ```
 */
export async function checkFrontier(
  factory: () => Frontier | Promise<Frontier>,
  options: CheckFrontierOptions = {},
): Promise<void> {
  requireFunction("factory", factory);
  requireOptions("checkFrontier", options, known);
  const {
    perHost = 8,
    maxPending = Infinity,
    forgets = false,
    inOrder = false,
    ...search
  } = options;
  requireWhole("perHost", perHost, 1);
  requireWhole("maxPending", maxPending, 1);
  requireBoolean("forgets", forgets);
  requireBoolean("inOrder", inOrder);

  const traits = { perHost, maxPending, forgets, inOrder };
  const judge = async (schedule: FrontierSchedule): Promise<void> => {
    const frontier = await factory();
    requireMethods("factory()", frontier, methods);
    try {
      const items = frontier.outbox && new OutboxPlay(frontier, frontier.outbox);
      await items?.begin();
      const play = new FrontierPlay(items?.frontier ?? frontier, traits);
      await play.play(schedule);
      await items?.end();
    } finally {
      await dispose(frontier);
    }
  };
  await findBreach<FrontierSchedule>(
    {
      check: "checkFrontier",
      subject: "frontier",
      cases: frontierSchedules,
      judge,
      tell: frontierLines,
    },
    search,
  );
}

const methods = ["add", "take", "fetched", "settle", "hold", "whenReady", "stats"] as const;

const known = {
  runs: true,
  seed: true,
  path: true,
  perHost: true,
  maxPending: true,
  forgets: true,
  inOrder: true,
} as const;
