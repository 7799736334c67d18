import { getEventListeners } from "node:events";

import { concurrencyLimit, retry, timeout } from "pagoda/layers";
import { type Layer, layer, ServiceBuilder, type Stack } from "pagoda/service";

// What a call through a stack costs, beside an AbortController, which others build for each timeout.
// Rows take turns, so that a slow moment of the machine meets them all; a row shows its medians, in
// time of the processor, so that a busy machine matters little.

type Numbers = Layer<number, number>;
type Call = (n: number) => unknown;

const ROUNDS = 101;
const CALLS = 2000;
const CALLS_WEIGHED = 500; // few enough for no collection to come between

const { signal } = new AbortController();
const leaf = async (n: number): Promise<number> => n;

const pass: Numbers = layer("pass", (inner) => (n, context) => inner.call(n, context));
const react: Numbers = layer("react", (inner) => {
  let ended = 0;
  const end = (): void => void ended++;
  return (n, context) => {
    const call = inner.call(n, context);
    call.then(end, end);
    return call;
  };
});
const usual: readonly Numbers[] = [timeout(30_000), retry(), concurrencyLimit({ limit: 8 })];

const rows: Readonly<Record<string, Call>> = {
  "new AbortController().signal": () => new AbortController().signal,
  "the leaf alone": leaf,
  "empty stack": through([]),
  "1 layer that passes": through([pass]),
  "5 layers that pass": through(Array.from({ length: 5 }, () => pass)),
  "10 layers that pass": through(Array.from({ length: 10 }, () => pass)),
  "10 layers that react": through(Array.from({ length: 10 }, () => react)),
  timeout: through([timeout(30_000)]),
  "timeout, retry, concurrencyLimit": through(usual),
  "empty stack, external signal": withSignal([]),
  "timeout, external signal": withSignal([timeout(30_000)]),
  "timeout, retry, concurrencyLimit, external signal": withSignal(usual),
};

function through(layers: readonly Numbers[]): Call {
  return stackOf(layers).call;
}

function withSignal(layers: readonly Numbers[]): Call {
  const { call } = stackOf(layers);
  return (n) => call(n, { signal });
}

function stackOf(layers: readonly Numbers[]): Stack<number, number> {
  const empty = ServiceBuilder.for<number, number>();
  return layers.reduce((builder, layer) => builder.layer(layer), empty).service(leaf);
}

async function repeat(call: Call, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await call(n);
}

async function nanoseconds(call: Call): Promise<number> {
  const start = process.cpuUsage();
  await repeat(call, CALLS);
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / CALLS;
}

async function bytes(call: Call): Promise<number> {
  const before = usedHeap();
  await repeat(call, CALLS_WEIGHED);
  return (process.memoryUsage().heapUsed - before) / CALLS_WEIGHED;
}

function usedHeap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function medians(rounds: number, measure: (call: Call) => Promise<number>) {
  const values = Object.keys(rows).map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [n, call] of Object.values(rows).entries()) values[n]?.push(await measure(call));
  }
  return values.map((values) => values.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN);
}

const times = await medians(ROUNDS, nanoseconds);
const weights = await medians(9, bytes); // last, since collections upset what is compiled

console.log(`Node ${process.version}, ${ROUNDS} rounds of ${CALLS} calls, medians`);
console.log(`${"".padEnd(50)}   ns/call  × controller  bytes/call`);
for (const [n, name] of Object.keys(rows).entries()) {
  const [time = 0, weight = 0, yardstick = 0] = [times[n], weights[n], times[0]];
  const cells = [time.toFixed(0), (time / yardstick).toFixed(2), weight.toFixed(0)];
  console.log(name.padEnd(50), ...cells.map((cell, n) => cell.padStart([9, 13, 11][n] ?? 0)));
}

let warnings = 0;
process.on("warning", () => warnings++);
const before = usedHeap();
const shared = withSignal(usual);
for (let n = 0; n < 100_000; n += 100) {
  await Promise.all(Array.from({ length: 100 }, () => shared(n)));
}
const kept = ((usedHeap() - before) / 100_000).toFixed(1);
const listeners = getEventListeners(signal, "abort").length;
console.log(`One AbortSignal over 100,000 calls, 100 at once: ${kept} bytes kept a call,`);
console.log(`${listeners} listeners left, ${warnings} warnings`);
