import { describe, expect, it } from "vitest";

import { FollowedLinks } from "../../../src/engine/page/followed-links.ts";

const urls = ["http://a.test/1", "http://a.test/2"];

describe("FollowedLinks", () => {
  it("gives a request for each URL, one link further than the page", () => {
    const links = [...new FollowedLinks(urls, { to: "detail", priority: 2 }, 3)];
    expect(links.map(({ url }) => url)).toEqual(urls);
    expect(links).toMatchObject([
      { to: "detail", priority: 2, depth: 4 },
      { to: "detail", priority: 2, depth: 4 },
    ]);
  });

  it("gives them anew each time, also where somebody did not want them all", () => {
    const links = new FollowedLinks(urls, {}, 0);
    for (const link of links) {
      expect(link.url).toBe(urls[0]);
      break;
    }
    expect([...links].map(({ url }) => url)).toEqual(urls);
  });
});
