import { type Attributes, ROOT_CONTEXT } from "@opentelemetry/api";
import { tracing } from "@opentelemetry/sdk-node";
import { describe, expect, it } from "vitest";

import { LazySpan } from "../../../src/layers/tracing/lazy-span.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { Telemetry } from "../../support/telemetry.ts";

describe("LazySpan", () => {
  it("ends once, however often it is told to", () => {
    const telemetry = new Telemetry();
    const span = lazySpan(telemetry);
    for (const n of [1, 2]) span.end(() => ({ n }));
    expect(telemetry.spans).toMatchObject([{ name: "page", attributes: { n: 1 } }]);
  });

  it("asks for its attributes only where they are kept", () => {
    let asked = 0;
    const count = (): Attributes => ({ asked: ++asked });
    lazySpan(new Telemetry(new tracing.AlwaysOffSampler())).end(count);
    lazySpan(undefined).end(count);
    expect(asked).toBe(0);
    lazySpan(new Telemetry()).end(count);
    expect(asked).toBe(1);
  });
});

function lazySpan(telemetry: Telemetry | undefined): LazySpan {
  return new LazySpan({
    tracer: telemetry?.tracerProvider.getTracer("test"),
    name: "page",
    options: () => ({}),
    parent: () => ROOT_CONTEXT,
    clock: new VirtualClock(),
  });
}
