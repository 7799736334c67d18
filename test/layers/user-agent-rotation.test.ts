import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HttpHeaders } from "../../src/http/headers.ts";
import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { domainKey } from "../../src/http/url/domain-key.ts";
import {
  atRandom,
  requireAgents,
  roundRobin,
  stickyPerHost,
} from "../../src/layers/user-agent-rotation.ts";
import { userAgent } from "../../src/layers/user-agent.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { untyped } from "../support/untyped.ts";

const agents = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}\/[1-9]$/), { minLength: 1 });
const hosts = fc.stringMatching(/^[a-z]{1,6}\.test$/);

describe("roundRobin", () => {
  it("gives each agent its turn, then begins again", () => {
    fc.assert(
      fc.property(agents, fc.integer({ min: 1, max: 3 }), (agents, rounds) => {
        const rotation = roundRobin(agents);
        const given = Array.from({ length: agents.length * rounds }, () =>
          rotation.next("any", Math.random),
        );
        expect(given).toEqual(Array.from({ length: rounds }, () => agents).flat());
      }),
    );
  });

  it("gives nothing of an empty list", () => {
    expect(roundRobin([]).next("https://shop.test/", Math.random)).toBeUndefined();
  });

  it("is not changed by later changes of the list", () => {
    const list = ["a/1"];
    const rotation = roundRobin(list);
    list.push("b/1");
    expect([rotation.next("", Math.random), rotation.next("", Math.random)]).toEqual([
      "a/1",
      "a/1",
    ]);
  });

  it.each([["a\nb"], [""], ["\u30C4"]])("refuses the agent %o", (agent) => {
    expect(() => roundRobin([agent])).toThrow('Expected "agents" to hold User-Agent values');
  });

  it.each([null, "a/1", {}])("refuses the list %o", (agents) => {
    expect(() => roundRobin(untyped(agents))).toThrow('Expected "agents" to be an array');
  });
});

describe("atRandom", () => {
  it("gives each agent its share of the chance", () => {
    fc.assert(
      fc.property(
        agents,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (agents, x) => {
          expect(atRandom(agents).next("", () => x)).toBe(agents[Math.floor(x * agents.length)]);
        },
      ),
    );
  });

  it("gives nothing of an empty list", () => {
    expect(atRandom([]).next("https://shop.test/", Math.random)).toBeUndefined();
  });

  it("is drawn by the chance of the call", async () => {
    const sent: string[] = [];
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(userAgent(atRandom(["a/1", "b/1"])))
      .service(async ({ url, headers }) => {
        sent.push(HttpHeaders.from(headers).get("user-agent") ?? "");
        return new HttpResponse({ url, status: 200 });
      });
    for (const x of [0.2, 0.7]) {
      await stack.call(
        { url: "http://a.test/" },
        new Context().withRandom(() => x),
      );
    }
    expect(sent).toEqual(["a/1", "b/1"]);
  });
});

describe("requireAgents", () => {
  it("names the option that does not hold User-Agent values", () => {
    expect(() => requireAgents("userAgent", ["a/1", "b/1"])).not.toThrow();
    const message = 'Expected "userAgent" to hold User-Agent values: got ""';
    expect(() => requireAgents("userAgent", ["a/1", ""])).toThrow(new TypeError(message));
  });
});

describe("stickyPerHost", () => {
  it("gives a host the same agent for ever, whatever is asked in between", () => {
    fc.assert(
      fc.property(agents, fc.array(hosts, { minLength: 1 }), (agents, hosts) => {
        const rotation = stickyPerHost(agents);
        const given = hosts.map((host) => rotation.next(`https://${host}/1`, Math.random));
        expect(hosts.map((host) => rotation.next(`https://${host}/2`, Math.random))).toEqual(given);
        expect(agents).toEqual(expect.arrayContaining(given));
      }),
    );
  });

  it("knows a host by its domainKey", () => {
    const rotation = stickyPerHost(["a/1", "b/1", "c/1", "d/1", "e/1"]);
    const urls = ["https://Shop.test/a", "http://shop.test:8080/b", "https://me@shop.test./"];
    expect(new Set(urls.map(domainKey)).size).toBe(1);
    expect(new Set(urls.map((url) => rotation.next(url, Math.random))).size).toBe(1);
  });

  it("spreads hosts over all agents", () => {
    const rotation = stickyPerHost(["a/1", "b/1", "c/1"]);
    const given = Array.from({ length: 300 }, (_, n) =>
      rotation.next(`https://host${n}.test/`, Math.random),
    );
    const shares = ["a/1", "b/1", "c/1"].map((agent) => given.filter((it) => it === agent).length);
    expect(Math.min(...shares)).toBeGreaterThan(60);
  });

  it("gives nothing of an empty list", () => {
    expect(stickyPerHost([]).next("https://shop.test/", Math.random)).toBeUndefined();
  });
});
