import { describe, expect, it } from "vitest";

import { LastErrors } from "../../../src/cli/live/last-errors.ts";
import { type CrawlEvent, crawlEvents } from "../../../src/engine/crawl-events.ts";

const url = "http://a.test/";

describe("LastErrors", () => {
  it("remembers the last three, the latest first", () => {
    using errors = new LastErrors();
    for (const path of ["1", "2", "3", "4"]) {
      tell("notFetched", url + path, { reason: "failed", error: new Error("down") });
    }
    expect(errors.latest).toEqual([`${url}4: down`, `${url}3: down`, `${url}2: down`]);
  });

  it("names a URL once, and none where there is none", () => {
    using errors = new LastErrors();
    tell("retried", url, { error: new Error(`${url} was not found`) });
    tell("itemFailed", "", { error: new Error("too long") });
    expect(errors.latest).toEqual(["too long", `${url} was not found`]);
  });

  it("remembers also what was refused, and hosts that are down", () => {
    using errors = new LastErrors();
    tell("notFetched", url, { reason: "refused", error: new Error("blocked") });
    tell("notFetched", url, { reason: "host_down", error: new Error("given up") });
    expect(errors.latest).toEqual([`${url}: given up`, `${url}: blocked`]);
  });

  it("does not remember what is no failure, nor anything once it is disposed", () => {
    const errors = new LastErrors();
    tell("fetched", url, { status: 200 });
    tell("notFetched", url, { reason: "scope" });
    tell("notFetched", url, { reason: "robots", error: new Error("forbidden") });
    errors[Symbol.dispose]();
    tell("parseFailed", url, { error: new Error("too late") });
    expect(errors.latest).toEqual([]);
  });
});

function tell(event: CrawlEvent["event"], url: string, detail: CrawlEvent["detail"]): void {
  crawlEvents.publish({ event, url, detail } satisfies CrawlEvent);
}
