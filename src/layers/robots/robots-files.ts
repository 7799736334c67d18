import type { LRUCache } from "lru-cache";

import type { HttpRequest } from "../../http/message.ts";
import type { Context } from "../../service/context.ts";
import { growingLru } from "../growing-lru.ts";
import { WaitingLine } from "../waiting-line.ts";
import { RobotsPendingError } from "./robots-pending-error.ts";
import type { RobotsVerdict } from "./robots-verdict.ts";

/** How long rules are kept. */
const KEEP_MS = 24 * 60 * 60 * 1000;
/** How long after a failure the file is asked for again, should anybody want it. */
const AGAIN_MS = 5 * 60 * 1000;

/** A verdict, and until when it holds. */
interface RobotsFile {
  readonly verdict: RobotsVerdict;
  readonly until: number;
}

/** A file on its way. */
interface Flight {
  readonly line: WaitingLine;
  /** Resolves when it has landed. */
  readonly ready: Promise<void>;
  verdict: RobotsVerdict;
}

/** Whose file it is, and through which proxy it is asked for. */
export interface RobotsSource {
  readonly origin: string;
  readonly proxy: HttpRequest["proxy"];
}

/** Asks a server for the robots.txt of an origin. Where it rejects, the file counts as unreadable. */
export type AskForRobots = (source: RobotsSource, context: Context) => Promise<RobotsVerdict>;

/**
 * The robots.txt files of many origins, each asked for when it is first wanted.
 *
 * A file is on its way once at a time, whoever wants it, and on its own: an abort of the call that
 * wanted it first ends only that call.
 * Rules hold for 24 hours, and on while they cannot be read anew; a failure holds for 5 minutes, and
 * for the same proxy only, which may be to blame for it.
 */
export class RobotsFiles {
  readonly #ask: AskForRobots;
  readonly #files: LRUCache<string, RobotsFile>;
  readonly #flights = new Map<string, Flight>();

  constructor(ask: AskForRobots, maxOrigins: number) {
    this.#ask = ask;
    this.#files = growingLru(maxOrigins);
  }

  /**
   * Goes on with the verdict for an origin, at once where it is known.
   *
   * Else waits as long as the call is willing to, and rejects with a {@link RobotsPendingError}
   * where that is not long enough, at once where it is not at all.
   */
  read<Res>(
    source: RobotsSource,
    context: Context,
    use: (verdict: RobotsVerdict) => Promise<Res>,
  ): Promise<Res> {
    const file = this.#known(source, context.clock.now());
    if (file) return use(file.verdict);
    const flight = this.#flights.get(keyOf(source)) ?? this.#send(source, context);
    return flight.line.join(
      context,
      () => use(flight.verdict),
      () => new RobotsPendingError(source.origin, flight.ready),
    );
  }

  #known(source: RobotsSource, now: number): RobotsFile | undefined {
    const file = this.#files.get(source.origin);
    if (file && now < file.until) return file;
    const failed = source.proxy === undefined ? undefined : this.#files.get(keyOf(source));
    return failed && now < failed.until ? failed : undefined;
  }

  #send(source: RobotsSource, context: Context): Flight {
    const line = new WaitingLine(() => {});
    const land = (verdict: RobotsVerdict): void => {
      flight.verdict = this.#keep(source, verdict, context.clock.now());
      this.#flights.delete(keyOf(source));
      while (line.admit());
    };
    const ready = this.#ask(source, context.detach()).then(land, (unreadable: unknown) =>
      land({ unreadable }),
    );
    const flight: Flight = { line, ready, verdict: { unreadable: undefined } };
    this.#flights.set(keyOf(source), flight);
    return flight;
  }

  #keep(source: RobotsSource, verdict: RobotsVerdict, now: number): RobotsVerdict {
    const previous = this.#files.get(source.origin)?.verdict;
    const kept = "unreadable" in verdict && previous && "rules" in previous ? previous : verdict;
    const key = "rules" in verdict ? source.origin : keyOf(source);
    this.#files.set(key, { verdict: kept, until: now + lifeOf(verdict, now) });
    return kept;
  }
}

/** Under what its flight is known, and its failure. */
function keyOf({ origin, proxy }: RobotsSource): string {
  return proxy === undefined ? origin : `${origin} ${proxy}`;
}

function lifeOf(verdict: RobotsVerdict, now: number): number {
  if ("rules" in verdict) return KEEP_MS;
  if ("unreadable" in verdict) return AGAIN_MS;
  return (verdict.notNow.retryAt ?? now) - now;
}
