import { describe, expect, it } from "vitest";

import { ItemLine } from "../../../src/engine/items/item-line.ts";
import { ItemError, type Sink } from "../../../src/engine/items/sink.ts";

describe("ItemLine", () => {
  it("hands each item to each sink in turn, the next when it is written", async () => {
    const log: string[] = [];
    const { line, failures } = lineInto([named("a", log), named("b", log)]);
    await line.open();
    const running = line.run();
    await line.push("1");
    await line.push("2");
    line.end();
    await running;
    expect(log).toEqual("open a,open b,a 1,b 1,a 2,b 2,close a,close b".split(","));
    expect(failures).toEqual([]);
  });

  it("lets a hundred items wait, and holds up who brings more", async () => {
    const { line } = lineInto([{ write: () => new Promise(() => {}) }]);
    await line.open();
    void line.run();
    let pushed = 0;
    for (let n = 0; n < 200; n++) void line.push(String(n)).then(() => pushed++);
    await new Promise((resolve) => setImmediate(resolve));
    expect(pushed).toBeGreaterThanOrEqual(100);
    expect(pushed).toBeLessThanOrEqual(101);
  });

  it("gives who takes items all of them, after the sinks have them", async () => {
    const log: string[] = [];
    const { line } = lineInto([named("a", log)]);
    const items = line.consume();
    await line.open();
    const running = line.run();
    void line.push("1");
    expect(await items.shift()).toEqual({ value: "1" });
    expect(log).toEqual(["open a", "a 1"]);
    void line.push("2");
    line.abandon();
    void line.push("3");
    line.end();
    await running;
    line.close();
    const rest = [await items.shift(), await items.shift(), await items.shift()];
    expect(rest).toEqual([{ value: "2" }, { value: "3" }, undefined]);
  });

  it("tells every failure, and closes all that was opened", async () => {
    const log: string[] = [];
    const bad = { ...named("bad", log), open: () => fail("open"), close: () => fail("close") };
    const { line, failures } = lineInto([{ ...named("a", log), close: () => fail("close") }, bad]);
    await expect(line.open()).rejects.toThrow("open");
    expect(failures.map(String)).toEqual(["Error: open", "Error: close"]);
    expect(log).toEqual(["open a"]);
  });

  it("writes no more to any sink after one failed, in whatever way", async () => {
    for (const write of [(): never => fail("disk"), () => Promise.reject(new Error("disk"))]) {
      const log: string[] = [];
      const { line, failures } = lineInto([{ write }, named("a", log)]);
      await line.open();
      void line.push("1");
      void line.push("2");
      line.end();
      await line.run();
      expect(failures.map(String)).toEqual(["Error: disk"]);
      expect(log).toEqual(["open a", "close a"]);
    }
  });

  it("counts an item that one sink cannot take, and gives it to the others", async () => {
    const log: string[] = [];
    const picky = {
      write: () => {
        throw new ItemError("no");
      },
    };
    const { line, failures, itemErrors } = lineInto([picky, named("a", log)]);
    await line.open();
    void line.push("1");
    line.end();
    await line.run();
    expect([failures, itemErrors.map(({ code }) => code)]).toEqual([[], ["bad_item"]]);
    expect(log).toEqual(["open a", "a 1", "close a"]);
  });
});

function lineInto(sinks: readonly Sink<string>[]): {
  readonly line: ItemLine<string>;
  readonly failures: unknown[];
  readonly itemErrors: ItemError[];
} {
  const failures: unknown[] = [];
  const itemErrors: ItemError[] = [];
  const line = new ItemLine({
    sinks,
    onItemError: (error) => itemErrors.push(error),
    onFailure: (error) => failures.push(error),
  });
  return { line, failures, itemErrors };
}

function named(name: string, log: string[]): Sink<string> {
  return {
    open: () => void log.push(`open ${name}`),
    write: async (item) => {
      await Promise.resolve();
      log.push(`${name} ${item}`);
    },
    close: () => void log.push(`close ${name}`),
  };
}

function fail(message: string): never {
  throw new Error(message);
}
