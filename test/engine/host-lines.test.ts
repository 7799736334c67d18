import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HostLines } from "../../src/engine/host-lines.ts";

describe("HostLines", () => {
  it("has one host of each limit in front, until it leaves", () => {
    const lines = new HostLines();
    expect([lines.join("a", "x"), lines.join("b", "x"), lines.join("c", "y")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(lines.join("a", "x")).toBe(true);
    expect(lines.leave("a")).toBe("b");
    expect(lines.leave("a")).toBeUndefined();
    expect(lines.join("a", "x")).toBe(false);
    expect(lines.limitOf("a")).toBe("x");
  });

  it("gives nobody the front by one who leaves from behind, or from where nobody stands", () => {
    const lines = new HostLines();
    for (const host of ["a", "b", "c"]) lines.join(host, "x");
    expect([lines.leave("b"), lines.leave("d")]).toEqual([undefined, undefined]);
    expect([lines.leave("a"), lines.leave("c")]).toEqual(["c", undefined]);
    expect(lines.limitOf("c")).toBeUndefined();
  });

  it("is a queue for each limit, whoever joins and leaves when", () => {
    const step = fc.record({
      host: fc.constantFrom("1", "2", "3", "4"),
      limit: fc.constantFrom("a", "b"),
      leaves: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const lines = new HostLines();
        const queue = new Queue();
        for (const { host, limit, leaves } of steps) {
          const mustLeave = leaves || (lines.limitOf(host) ?? limit) !== limit;
          const [actual, expected] = mustLeave
            ? [lines.leave(host), queue.leave(host)]
            : [lines.join(host, limit), queue.join(host, limit)];
          expect(actual).toBe(expected);
        }
      }),
    );
  });
});

/** The same, by one list for all limits. */
class Queue {
  #places: readonly { readonly host: string; readonly limit: string }[] = [];

  join(host: string, limit: string): boolean {
    if (!this.#places.some((place) => place.host === host)) {
      this.#places = [...this.#places, { host, limit }];
    }
    return this.#first(limit) === host;
  }

  leave(host: string): string | undefined {
    const limit = this.#places.find((place) => place.host === host)?.limit;
    const first = this.#first(limit);
    this.#places = this.#places.filter((place) => place.host !== host);
    return first === host ? this.#first(limit) : undefined;
  }

  #first(limit: string | undefined): string | undefined {
    return this.#places.find((place) => place.limit === limit)?.host;
  }
}
