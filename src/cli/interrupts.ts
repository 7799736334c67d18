import { once } from "node:events";

import { exitCodes } from "./exit-codes.ts";

type Signal = "SIGINT" | "SIGTERM";

/** How long the first leaves, one second more than a crawl may take to stop. */
const FIRST_MS = 11_000;
const SECOND_MS = 1000;

/** The part of it that is left to tell how far it came. */
const LAST_WORDS_MS = 500;

/**
 * Hears SIGINT and SIGTERM until it is disposed.
 *
 * Whatever hangs, such as an output that nobody reads, the process ends: 11 seconds after the first
 * signal at the latest, and 1 second after the second.
 */
export class Interrupts implements Disposable {
  /** The exit code that the first of them asks for; undefined if none came. */
  code: number | undefined;
  /** Resolves when it is no longer worth waiting for what is under way: half a second before the end. */
  readonly overdue: Promise<unknown>;
  readonly #late = new AbortController();
  readonly #heard: (signal: Signal) => void;
  #act: ((again: boolean) => void) | undefined;
  #timers: readonly NodeJS.Timeout[] = [];
  #count = 0;

  constructor() {
    this.overdue = once(this.#late.signal, "abort");
    this.#heard = (signal) => this.#hear(signal);
    process.on("SIGINT", this.#heard);
    process.on("SIGTERM", this.#heard);
  }

  /**
   * Calls `act` at the first, and with `again` at each that follows. Where some have come before, it
   * is called at once.
   */
  listen(act: (again: boolean) => void): void {
    this.#act = act;
    if (this.#count > 0) act(this.#count > 1);
  }

  /** What was heard still ends the process in time, and the next signal does so as if nobody listened. */
  [Symbol.dispose](): void {
    process.off("SIGINT", this.#heard);
    process.off("SIGTERM", this.#heard);
  }

  #hear(signal: Signal): void {
    this.#count++;
    this.code ??= exitCodes[signal];
    if (this.#count <= 2) this.#endWithin(this.#count === 1 ? FIRST_MS : SECOND_MS, signal);
    this.#act?.(this.#count > 1);
  }

  #endWithin(ms: number, signal: Signal): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [
      setTimeout(() => this.#late.abort(), ms - LAST_WORDS_MS).unref(),
      setTimeout(() => this.#end(signal), ms).unref(),
    ];
  }

  #end(signal: Signal): void {
    this[Symbol.dispose]();
    // process.exit() would wait for threads that hang; to the shell, both are the same.
    if (hasBusyThreads()) process.kill(process.pid, signal);
    process.exit(this.code);
  }
}

function hasBusyThreads(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^FSReq|^Get\w+InfoReq/.test(name));
}
