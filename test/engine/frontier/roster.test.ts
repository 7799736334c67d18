import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Roster, Seat } from "../../../src/engine/frontier/roster.ts";

const steps = fc.array(
  fc.record({
    act: fc.constantFrom("put", "put", "remove", "in turn"),
    which: fc.nat(19),
    rank: fc.constantFrom(-Infinity, -1, 0, 0.5, 7),
  }),
  { minLength: 30, maxLength: 300, size: "max" },
);

describe("Roster", () => {
  it("has the lowest rank first, of the same the lowest turn, whoever comes, moves and goes", () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const seats = Array.from({ length: 20 }, (_, n) => new Seat(n));
        const roster = new Roster<number>();
        const model = new Map<number, readonly [rank: number, turn: number]>();
        for (const [turn, { act, rank, which }] of steps.entries()) {
          const seat = seats[which] ?? never();
          if (act === "put") {
            roster.put(seat, rank, turn);
            model.set(which, [rank, turn]);
          } else if (act === "remove") {
            roster.remove(seat);
            model.delete(which);
          }
          const [first] = [...model].toSorted(([, a], [, b]) => order(a[0], b[0]) || a[1] - b[1]);
          expect([roster.size, roster.first?.value]).toEqual([model.size, first?.[0]]);
        }
        expect(new Set(roster)).toEqual(new Set(model.keys()));
      }),
    );
  });

  it("goes round all in the order in which they came, those that come joining at the end", () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const seats = Array.from({ length: 20 }, (_, n) => new Seat(n));
        const roster = new Roster<number>();
        const line: number[] = [];
        const taken: (readonly [number | undefined, number | undefined])[] = [];
        for (const { act, rank, which } of steps) {
          const at = line.indexOf(which);
          const seat = seats[which] ?? never();
          if (act === "put") {
            roster.put(seat, rank, 0);
            if (at === -1) line.push(which);
          } else if (act === "remove") {
            roster.remove(seat);
            if (at !== -1) line.splice(at, 1);
          } else {
            taken.push([roster.inTurn()?.value, line[0]]);
            line.push(...line.splice(0, 1));
          }
        }
        for (const [actual, expected] of taken) expect(actual).toBe(expected);
      }),
    );
  });
});

function order(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function never(): never {
  throw new Error("There must be one");
}
