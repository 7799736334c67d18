import { expect, it } from "vitest";

import { Moment } from "../../src/layers/moment.ts";

it("a Moment tells all who wait for it, once, and then those who wait for the next", async () => {
  const told: string[] = [];
  const moment = new Moment();
  moment.come();
  const [first, second] = [moment.next, moment.next];
  void first.then(() => told.push("first"));
  void second.then(() => told.push("second"));
  moment.come();
  const third = moment.next;
  void third.then(() => told.push("third"));
  await first;
  expect(told).toEqual(["first", "second"]);
  moment.come();
  await third;
  expect(told).toEqual(["first", "second", "third"]);
});
