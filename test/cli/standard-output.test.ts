import { EventEmitter } from "node:events";

import { describe, expect, it } from "vitest";

import { onBrokenPipe } from "../../src/cli/standard-output.ts";

const broken = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });

describe("onBrokenPipe", () => {
  it("tells of a stream that nobody reads, until it is disposed, and of no other failure", () => {
    const stream = new EventEmitter();
    let calls = 0;
    stream.on("error", () => {}); // else Node would throw it
    const heard = onBrokenPipe(() => void calls++, [stream]);
    stream.emit("error", new Error("full"));
    expect(calls).toBe(0);
    stream.emit("error", broken);
    heard[Symbol.dispose]();
    stream.emit("error", broken);
    expect(calls).toBe(1);
  });

  it("heeds by default the standard output alone", () => {
    let calls = 0;
    const before = [process.stdout, process.stderr].map((stream) => stream.listenerCount("error"));
    using _ = onBrokenPipe(() => void calls++);
    const after = [process.stdout, process.stderr].map((stream) => stream.listenerCount("error"));
    expect(after.map((count, n) => count - (before[n] ?? 0))).toEqual([1, 0]);
    process.stdout.emit("error", broken);
    expect(calls).toBe(1);
  });
});
