import { leaf, type Row } from "../row.ts";

const REACTIONS = 10;

/** What the platform costs by itself. */
export const yardsticks: readonly Row[] = [
  { library: "Node", does: "leaf", layers: 0, call: leaf },
  { library: "Node", does: "then(done, done)", layers: REACTIONS, call: reacting },
  { library: "Node", does: "new AbortController().signal", call: signalling },
];

let ended = 0;

function reacting(n: number): Promise<number> {
  const call = leaf(n);
  for (let reaction = 0; reaction < REACTIONS; reaction++) call.then(end, end);
  return call;
}

function end(): void {
  ended++;
}

function signalling(n: number): Promise<number> {
  return leaf(new AbortController().signal.aborted ? -1 : n);
}
