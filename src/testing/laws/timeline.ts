import { VirtualClock } from "../virtual-clock.ts";

/** What is done before anything reacts to it. */
export interface Turn {
  /** Commands played in it. */
  commands: number;
  /** Whether time passes in it. */
  readonly timed: boolean;
}

/** An instant: a reading of the clock, and the turn, as much happens while that stands still. */
export interface When {
  readonly at: number;
  readonly turn: Turn;
}

/** More timers than this in one turn are taken for timers without end. */
const MOST_TIMERS = 2_000;

/** Time as a schedule makes it pass: in turns, after each of which everything has reacted. */
export class Timeline {
  readonly clock: VirtualClock = new VirtualClock();
  /** Timers were set without end, and time stands still since. */
  endless = false;
  #turn: Turn = { commands: 0, timed: false };

  get turn(): Turn {
    return this.#turn;
  }

  now(): When {
    return { at: this.clock.now(), turn: this.#turn };
  }

  /** Begins the next turn. */
  beginTurn(timed = false): void {
    this.#turn = { commands: 0, timed };
  }

  /** Lets time pass from timer to timer, everything reacting in between. */
  async pass(ms: number): Promise<void> {
    const { clock } = this;
    const end = clock.now() + ms;
    for (let timers = 0; clock.nextDue <= end && !this.endless; timers++) {
      clock.advance(clock.nextDue - clock.now());
      await reactions();
      this.endless = timers > MOST_TIMERS;
    }
    if (!this.endless) clock.advance(end - clock.now());
  }
}

/**
 * Lets everything react that waits neither for time nor for the world outside.
 *
 * A tick comes when no microtask is left, and costs a tenth of what a turn of the event loop does;
 * there are two, for what waits for a tick itself.
 */
export async function reactions(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.nextTick(() => process.nextTick(resolve));
  });
}
