import { describe, expect, it } from "vitest";

import { HttpHeaders } from "../../src/http/headers.ts";
import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { roundRobin } from "../../src/layers/user-agent-rotation.ts";
import { userAgent } from "../../src/layers/user-agent.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { untyped } from "../support/untyped.ts";

const url = "https://shop.test/a";

describe("userAgent", () => {
  it("names the sender of every request", async () => {
    const sent = sender(userAgent("shop-bot/1"));
    expect(await sent({ url, headers: { accept: "*/*" } })).toEqual([
      ["accept", "*/*"],
      ["user-agent", "shop-bot/1"],
    ]);
  });

  it("leaves a request that names its sender", async () => {
    const sent = sender(userAgent("shop-bot/1"));
    expect(await sent({ url, headers: { "User-Agent": "own/1" } })).toEqual([
      ["User-Agent", "own/1"],
    ]);
  });

  it("takes the agents of a list in turns", async () => {
    const sent = sender(userAgent(["a/1", "b/1"]));
    const agents = [await sent({ url }), await sent({ url }), await sent({ url })].flat();
    expect(agents.map(([, agent]) => agent)).toEqual(["a/1", "b/1", "a/1"]);
  });

  it("adds nothing of an empty list", async () => {
    expect(await sender(userAgent([]))({ url })).toEqual([]);
  });

  it("goes on with a rotation that another stack uses too", async () => {
    const shared = roundRobin(["a/1", "b/1"]);
    const [one, other] = [sender(userAgent(shared)), sender(userAgent(shared))];
    expect([await one({ url }), await other({ url })]).toEqual([
      [["user-agent", "a/1"]],
      [["user-agent", "b/1"]],
    ]);
  });

  it("tells a rotation of one's own which URL it is for", async () => {
    const sent = sender(userAgent({ next: (url) => (url.includes("/a") ? "a/1" : undefined) }));
    expect(await sent({ url })).toEqual([["user-agent", "a/1"]]);
    expect(await sent({ url: "https://shop.test/b" })).toEqual([]);
  });

  it.each([[5], [{}], [null], [""], [["a\r\nb"]]])("refuses %o", (agents) => {
    expect(() => userAgent(untyped(agents))).toThrow('Expected "userAgent"');
  });
});

/** Sends requests through the layer, and tells with which headers they arrive. */
function sender(
  layer: ReturnType<typeof userAgent>,
): (request: HttpRequest) => Promise<(readonly [string, string])[]> {
  let seen: HttpRequest | undefined;
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(layer)
    .service(async (request) => {
      seen = request;
      return new HttpResponse({ url: request.url, status: 200 });
    });
  return async (request) => {
    await stack.call(request);
    return [...HttpHeaders.from(seen?.headers)];
  };
}
