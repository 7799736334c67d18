import { describe, expect, it } from "vitest";

import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { type LayerEvent, layerEvents, publish } from "../../src/service/events.ts";
import { type Layer, layer } from "../../src/service/layer.ts";
import { settle } from "../../src/service/outcome.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../support/events.ts";
import { uncaughtDuring } from "../support/uncaught.ts";

describe("publish", () => {
  it("tells what a layer did, to which call and when", async () => {
    const clock = new VirtualClock();
    clock.advance(5);
    const context = new Context({ clock });
    const events = await eventsDuring(async () => {
      publish(context, "queue", "queued", { before: 3 });
      publish(context.fork(), "queue", "admitted");
    });
    const { callId } = context;
    expect(events).toEqual([
      { callId, layer: "queue", event: "queued", at: 5, detail: { before: 3 } },
      { callId: callId + 1, layer: "queue", event: "admitted", at: 5, detail: {} },
    ]);
  });
});

describe("layerEvents", () => {
  it("is the channel pagoda:layer, and quiet while nobody listens", () => {
    expect(layerEvents.name).toBe("pagoda:layer");
    expect(layerEvents.hasSubscribers).toBe(false);
  });

  it("carries the start and the end of every layer, outermost first", async () => {
    const events = await eventsDuring(() => stack(succeed("page")).call("/"));
    expect(names(events)).toEqual(["outer start", "inner start", "inner end", "outer end"]);
    expect(new Set(events.map(({ callId }) => callId)).size).toBe(1);
  });

  it("carries the error that a layer rejects with", async () => {
    const error = new Error("down");
    const events = await eventsDuring(() => settle(stack(fail(error)).call("/")));
    expect(names(events)).toEqual(["outer start", "inner start", "inner error", "outer error"]);
    expect(events.slice(2).map(({ detail }) => detail)).toEqual([{ error }, { error }]);
  });

  it("carries the error of a layer that throws", async () => {
    const error = new Error("broken layer");
    const broken = layer<string, string>("broken", () => () => {
      throw error;
    });
    const made = ServiceBuilder.for<string, string>().layer(broken).service(script([]));
    const events = await eventsDuring(() => settle(made.call("/")));
    expect(names(events)).toEqual(["broken start", "broken error"]);
  });

  it("lets no listener that throws disturb a call, and swallows nothing", async () => {
    const error = new Error("broken listener");
    const broken = (): void => {
      throw error;
    };
    const reported = await uncaughtDuring(async () => {
      layerEvents.subscribe(broken);
      expect(await stack(succeed("page")).call("/")).toBe("page");
      layerEvents.unsubscribe(broken);
    });
    expect(reported).toEqual([error, error, error, error]);
  });
});

function stack(outcome: Parameters<typeof script<string, string>>[0][number]) {
  return ServiceBuilder.for<string, string>()
    .layer(pass("outer"))
    .layer(pass("inner"))
    .service(script([outcome]));
}

function pass(name: string): Layer<string, string> {
  return layer(name, (inner) => (request, context) => inner.call(request, context));
}

function names(events: readonly LayerEvent[]): readonly string[] {
  return events.map(({ layer, event }) => `${layer} ${event}`);
}
