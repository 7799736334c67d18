import { leaf, type Row } from "../row.ts";

const REACTIONS = 10;
/** What is told in units of this. */
const group = "pagoda, react";

/** What the platform costs by itself. */
export const yardsticks: readonly Row[] = [
  { library: "Node", does: "leaf", layers: 0, group, call: leaf },
  { library: "Node", does: "then(done, done)", layers: REACTIONS, group, call: reacting },
];

function reacting(n: number): Promise<number> {
  const call = leaf(n);
  for (let reaction = 0; reaction < REACTIONS; reaction++) call.then(done, done);
  return call;
}

function done(): void {}
