import { concurrencyLimit } from "../../../src/layers/concurrency-limit.ts";
import { rateLimit } from "../../../src/layers/rate-limit/rate-limit.ts";
import { retry } from "../../../src/layers/retry.ts";
import { timeout } from "../../../src/layers/timeout.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { type Layer, layer } from "../../../src/service/layer.ts";
import type { Stack } from "../../../src/service/stack.ts";
import { heights, leaf, type Row } from "../row.ts";

type Numbers = Layer<number, number>;

const { signal } = new AbortController();

/** What most clients want. */
const usual: readonly Numbers[] = [
  timeout(30_000),
  retry(),
  concurrencyLimit({ limit: 8 }),
  rateLimit({ limit: 1e9, intervalMs: 1000 }),
];

export const pagoda: readonly Row[] = [
  ...heights("pagoda", "pass", (layers) => stack(times(layers, pass)).call),
  ...heights("pagoda", "react", (layers) => stack(times(layers, react)).call, 1),
  alone("timeout", timeout(30_000)),
  alone("retry", retry()),
  alone("concurrencyLimit", concurrencyLimit({ limit: 8 })),
  alone("rateLimit", rateLimit({ limit: 1e9, intervalMs: 1000 })),
  { library: "pagoda", does: "timeout + retry + concurrency + rate", call: stack(usual).call },
  { library: "pagoda", does: "the same, external signal", call: usualWithSignal(signal) },
];

/** A call through the usual layers that a signal may abort. */
export function usualWithSignal(signal: AbortSignal): (n: number) => Promise<number> {
  const { call } = stack(usual);
  return (n) => call(n, { signal });
}

function pass(): Numbers {
  return layer("pass", (inner) => (n, context) => inner.call(n, context));
}

function react(): Numbers {
  return layer("react", (inner) => {
    let ended = 0;
    const end = (): void => void ended++;
    return (n, context) => {
      const call = inner.call(n, context);
      call.then(end, end);
      return call;
    };
  });
}

function alone(does: string, layer: Numbers): Row {
  return { library: "pagoda", does, call: stack([layer]).call };
}

function times(layers: number, make: () => Numbers): readonly Numbers[] {
  return Array.from({ length: layers }, make);
}

function stack(layers: readonly Numbers[]): Stack<number, number> {
  const empty = ServiceBuilder.for<number, number>();
  return layers.reduce((builder, layer) => builder.layer(layer), empty).service(leaf);
}
