import { describe, expect, it } from "vitest";

import { HttpResponse } from "../../../src/http/message.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { Telemetry } from "../../support/telemetry.ts";

describe("observeCircuits", () => {
  it("tells in which phase the circuits of a stack are, until it is disposed", async () => {
    const telemetry = new Telemetry();
    const { tracerProvider, meterProvider } = telemetry;
    const clock = new VirtualClock();
    const stack = httpStack({
      circuitBreaker: true,
      retry: false,
      robots: false,
      limiter: false,
      tracing: { tracerProvider, meterProvider },
    }).service(
      async ({ url }) => new HttpResponse({ url, status: url.includes("down") ? 503 : 200 }),
      { clock },
    );
    const ask = (url: string): Promise<unknown> => clock.run(settle(stack.call({ url })));
    await ask("http://well.test/");
    for (let n = 0; n < 20; n++) await ask("http://down.test/");
    // There may be circuits of others, which may become garbage meanwhile.
    const { closed = 0, open = 0 } = await phases(telemetry);
    expect(closed).toBeGreaterThanOrEqual(1);
    expect(open).toBeGreaterThanOrEqual(1);
    await stack[Symbol.asyncDispose]();
    expect((await phases(telemetry))["open"]).toBeLessThan(open);
  });
});

async function phases(telemetry: Telemetry): Promise<Readonly<Record<string, number>>> {
  const sums = await telemetry.sums();
  const circuits = sums.filter(({ name }) => name === "pagoda.circuit_breaker.circuits");
  return Object.fromEntries(
    circuits.map(({ attributes, value }) => [attributes["pagoda.circuit_breaker.state"], value]),
  );
}
