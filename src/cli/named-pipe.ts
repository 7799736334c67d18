import { close, constants, openSync } from "node:fs";
import { stat } from "node:fs/promises";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { codeOf } from "./error-message.ts";

/** How often to look for a reader. */
const LOOK_EVERY_MS = 20;

/** Whether this is a named pipe. */
export async function isNamedPipe(file: string): Promise<boolean> {
  const there = await stat(file).catch(() => undefined);
  return there?.isFIFO() === true;
}

/** A named pipe to write to. No thread hangs in it, which would keep the process from its end. */
export class NamedPipe {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket.on("error", () => {}); // each write tells its own
  }

  /** Resolves when somebody reads it. */
  static async open(file: string): Promise<NamedPipe> {
    for (;;) {
      const fd = openIfRead(file);
      if (fd !== undefined) return new NamedPipe(socketOf(fd));
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** Resolves when the pipe has taken it all. */
  write(data: string | Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(data, (error) => (error ? reject(error) : resolve()));
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

function openIfRead(file: string): number | undefined {
  try {
    return openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === "ENXIO") return undefined;
    throw error;
  }
}

function socketOf(fd: number): Socket {
  try {
    return new Socket({ fd, readable: false, writable: true });
  } catch (error) {
    close(fd);
    throw error;
  }
}
