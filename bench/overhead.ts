import { getEventListeners } from "node:events";

import { concurrencyLimit, retry, timeout } from "pagoda/layers";
import { type Layer, layer, ServiceBuilder } from "pagoda/service";

// What a call through a stack costs, beside an AbortController, which other libraries build for each
// timeout. Rounds are interleaved, so that a slow moment of the machine meets every row; a row shows
// its medians. Time and bytes are those of a call and of the `await` for it.

type Numbers = Layer<number, number>;

const ROUNDS = 21;
const CALLS = 10_000;
const CALLS_WEIGHED = 500; // little enough for no collection to come between

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

const rows: Readonly<Record<string, (n: number) => unknown>> = {
  "new AbortController().signal": () => new AbortController().signal,
  "AbortSignal.any([signal])": () => AbortSignal.any([signal]),
  "the leaf alone": leaf,
  "empty stack": through(),
  "1 layer that passes": through(pass),
  "5 layers that pass": through(...Array.from({ length: 5 }, () => pass)),
  "10 layers that pass": through(...Array.from({ length: 10 }, () => pass)),
  "10 layers that react": through(...Array.from({ length: 10 }, () => react)),
  timeout: through(timeout(30_000)),
  "timeout, retry, concurrencyLimit": through(...usual),
  "empty stack, external signal": withSignal(),
  "timeout, external signal": withSignal(timeout(30_000)),
  "timeout, retry, concurrencyLimit, external signal": withSignal(...usual),
};

function through(...layers: readonly Numbers[]): (n: number) => Promise<number> {
  return stackOf(layers).call;
}

function withSignal(...layers: readonly Numbers[]): (n: number) => Promise<number> {
  const { call } = stackOf(layers);
  return (n) => call(n, { signal });
}

function stackOf(
  layers: readonly Numbers[],
): ReturnType<ServiceBuilder<number, number>["service"]> {
  let builder = ServiceBuilder.for<number, number>();
  for (const layer of layers) builder = builder.layer(layer);
  return builder.service(leaf);
}

async function repeat(call: (n: number) => unknown, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await call(n);
}

async function nanoseconds(call: (n: number) => unknown): Promise<number> {
  const start = process.hrtime.bigint();
  await repeat(call, CALLS);
  return Number(process.hrtime.bigint() - start) / CALLS;
}

async function bytes(call: (n: number) => unknown): Promise<number> {
  const before = usedHeap();
  await repeat(call, CALLS_WEIGHED);
  return (process.memoryUsage().heapUsed - before) / CALLS_WEIGHED;
}

function usedHeap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const times = new Map(Object.keys(rows).map((name) => [name, [] as number[]]));
const weights = new Map(Object.keys(rows).map((name) => [name, [] as number[]]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, call] of Object.entries(rows)) {
    times.get(name)?.push(await nanoseconds(call));
    weights.get(name)?.push(await bytes(call));
  }
}

const yardstick = median(times.get("new AbortController().signal") ?? []);
console.log(`Node ${process.version}, ${ROUNDS} rounds of ${CALLS} calls, medians`);
console.log(`${"".padEnd(50)}    ns/call  × controller  bytes/call`);
for (const [name, values] of times) {
  const time = median(values);
  const ratio = (time / yardstick).toFixed(2);
  const weight = median(weights.get(name) ?? []).toFixed(0);
  console.log(
    name.padEnd(50),
    time.toFixed(0).padStart(10),
    ratio.padStart(13),
    weight.padStart(11),
  );
}

let warnings = 0;
process.on("warning", () => warnings++);
const shared = withSignal(...usual);
const before = usedHeap();
for (let n = 0; n < 100_000; n += 100) {
  await Promise.all(Array.from({ length: 100 }, () => shared(n)));
}
const growth = ((usedHeap() - before) / 100_000).toFixed(2);
const listeners = getEventListeners(signal, "abort").length;
console.log(
  `One AbortSignal over 100,000 calls, 100 at once: ${growth} bytes kept a call, ` +
    `${listeners} listeners left, ${warnings} warnings`,
);
