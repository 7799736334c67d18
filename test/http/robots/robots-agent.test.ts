import { describe, expect, it } from "vitest";

import { agentName, agentNames, requireAgent } from "../../../src/http/robots/robots-agent.ts";

describe("agentName", () => {
  it.each([
    ["FooBot", "foobot"],
    ["FooBot/2.1 (+https://foo.test)", "foobot"],
    ["Foo_Bot-News x", "foo_bot-news"],
    ["Foo*Bot", "foo"],
    ["360Spider", "360spider"],
    ["archive.org_bot", "archive.org_bot"],
    ["Crème-Bot", "crème-bot"],
    ["*", "*"],
    ["* all", "*"],
    ["Mozilla/5.0 (X11; Linux) Firefox/9", "mozilla"],
    ["Mozilla/5.0 (compatible; FooBot/2.1; +https://foo.test)", "foobot"],
    ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; FooBot/1.0)", "foobot"],
  ])("in %j is %j", (agent, name) => {
    expect(agentName(agent)).toBe(name);
  });

  it.each(["", " ", "*Bot", "(FooBot)", "/1.0"])("is none in %j", (agent) => {
    expect(agentName(agent)).toBeUndefined();
  });
});

describe("requireAgent", () => {
  it("gives what names an agent, and throws of anything else", () => {
    expect(requireAgent("agent", "FooBot/2.1")).toBe("FooBot/2.1");
    for (const [agent, got] of [
      ["my own bot", '"my own bot"'],
      [7, "7"],
    ]) {
      expect(() => requireAgent("robots.agent", agent)).toThrow(
        new TypeError(
          `Expected "robots.agent" to hold a product token, such as "shop-bot": got ${got}`,
        ),
      );
    }
  });
});

describe("agentNames", () => {
  it("are the name itself, then its beginning that the RFC takes for a name", () => {
    expect(agentNames("MJ12bot/v1.4")).toEqual(["mj12bot", "mj"]);
    expect(agentNames("360Spider")).toEqual(["360spider"]);
  });
});
