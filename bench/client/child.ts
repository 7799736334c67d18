import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The heap of who waits for its turn does not shrink, since to have it grow again would be paid in the turn. */
const OPTIONS = ["--expose-gc", "--min-semi-space-size=16"];

/** A process of its own on one core, which ends when it is disposed of. */
export class Child implements Disposable {
  readonly #process: ChildProcess;
  /** Never resolves. */
  readonly #ended: Promise<never>;

  /** The script is given as seen from `bench/dist/bench/`. */
  constructor(core: number, script: string, ...words: readonly string[]) {
    const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
    const command = ["-c", String(core), process.execPath, ...OPTIONS, path, ...words];
    this.#process = spawn("taskset", command, { stdio: ["ignore", 2, 2, "ipc"] });
    this.#ended = once(this.#process, "exit").then(() => {
      throw new Error(`"${[script, ...words].join(" ")}" failed`);
    });
    this.#ended.catch(() => {}); // it is to end once this one does
  }

  /** What it tells next. Rejects where it ends instead. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever asks it knows it
  async told<Message>(): Promise<Message> {
    const [message] = await Promise.race([once(this.#process, "message"), this.#ended]);
    const said: Message = message;
    return said;
  }

  /** Has it go on, and gives what it then tells. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever asks it knows it
  asked<Message>(): Promise<Message> {
    this.#process.send("go on");
    return this.told();
  }

  [Symbol.dispose](): void {
    this.#process.kill();
  }
}
