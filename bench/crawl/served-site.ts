import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { Asked } from "./server.ts";
import { home } from "./site.ts";

/** A site that is served from a process on the second core. */
export class ServedSite implements Disposable {
  /** The URL of its first page. */
  readonly start: string;
  readonly #server: ChildProcess;

  private constructor(port: unknown, server: ChildProcess) {
    this.start = `http://127.0.0.1:${String(port)}${home}`;
    this.#server = server;
  }

  /** Serves one of so many pages. */
  static async of(pages: number): Promise<ServedSite> {
    const script = fileURLToPath(new URL("server.js", import.meta.url));
    const server = spawn("taskset", ["-c", "1", process.execPath, script, String(pages)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const [port]: unknown[] = await once(server, "message");
    return new ServedSite(port, server);
  }

  /** What was asked of it since the last time. */
  async asked(): Promise<Asked> {
    const told = once(this.#server, "message");
    this.#server.send("What was asked?");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server says it
    return (await told)[0] as Asked;
  }

  [Symbol.dispose](): void {
    this.#server.disconnect();
  }
}
