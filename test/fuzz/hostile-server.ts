import { createServer, type Server, type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";

import type { Move } from "./delivery.ts";
import type { Plan } from "./plan.ts";
import { RequestReader } from "./request-reader.ts";

const PLAIN = "/plain/";

/**
 * A server that answers `/hostile` by a plan, and `/plain/` with what stands behind it, properly.
 *
 * It does not close a connection but by its plan, or when the client does.
 */
export class HostileServer implements AsyncDisposable {
  /** How it answers from now on. */
  plan: Plan | undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #playing: Promise<unknown> = Promise.resolve();
  #port = 0;

  private constructor() {
    this.#server = createServer({ noDelay: true }, (socket) => this.#take(socket));
  }

  static async open(): Promise<HostileServer> {
    const server = new HostileServer();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    const address = server.#server.address();
    if (address instanceof Object) server.#port = address.port;
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** How many connections are open. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Resolves when all that is planned was sent, and has arrived. */
  async played(): Promise<void> {
    await this.#playing;
    for (let turns = 0; turns < 4; turns++) await setImmediate();
    await setTimeout(1);
  }

  /** Resolves when the client has closed all connections. */
  async closed(): Promise<void> {
    await Promise.all(
      [...this.#sockets].map((socket) => new Promise((done) => socket.once("close", done))),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {}); // what a client does to its connection is its right
    const early = this.plan?.begin === "connected" ? this.plan : undefined;
    if (early) this.#play(socket, early);
    const reader = new RequestReader();
    let answered = early;
    socket.on("data", (bytes: Buffer) => {
      reader.read(bytes);
      const { path, isWhole } = reader;
      if (path === undefined) return;
      const plan = path === "/hostile" ? this.plan : undefined;
      if (plan && plan !== answered && (isWhole || plan.begin !== "request")) {
        answered = plan;
        this.#play(socket, plan);
      }
      if (!isWhole) return;
      answered = undefined;
      if (path.startsWith(PLAIN)) socket.write(plainAnswer(path.slice(PLAIN.length)));
    });
  }

  #play(socket: Socket, plan: Plan): void {
    this.#playing = Promise.all([this.#playing, play(socket, plan.moves)]);
  }
}

async function play(socket: Socket, moves: readonly Move[]): Promise<void> {
  for (const move of moves) {
    if (socket.destroyed) return;
    if (move.kind === "bytes") socket.write(move.bytes);
    else if (move.kind === "turn") await setImmediate();
    else if (move.kind === "pause") await setTimeout(move.ms);
    else if (move.kind === "end") socket.end();
    else if (move.kind === "reset") socket.resetAndDestroy();
  }
}

function plainAnswer(text: string): string {
  return `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}
