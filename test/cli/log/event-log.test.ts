import { describe, expect, it } from "vitest";

import { EventLog } from "../../../src/cli/log/event-log.ts";
import { type LogLevel, openRecords } from "../../../src/cli/log/records.ts";
import { type CrawlEvent, crawlEvents } from "../../../src/engine/crawl-events.ts";
import { layerEvents, type LayerEvent } from "../../../src/service/events.ts";

const url = "http://a.test/";

describe("EventLog", () => {
  it("makes a record of each event of a crawl, at the level that it deserves", async () => {
    const error = new Error("down");
    const records = await recordsOf("trace", () => {
      crawl("fetched", { status: 200, depth: 1 });
      crawl("redirected", { to: `${url}2` });
      crawl("retried", { attempts: 1, error });
      crawl("notFetched", { reason: "duplicate" });
      crawl("notFetched", { reason: "robots", error });
      crawl("notFetched", { reason: "failed", error });
      crawl("parseFailed", { error });
      crawl("notFetched", { reason: "refused", error });
    });
    expect(records.map(({ level, msg }) => `${String(level)} ${String(msg)}`)).toEqual([
      "info fetched",
      "debug redirected",
      "warn retried",
      "debug not fetched",
      "debug not fetched",
      "warn not fetched",
      "error parse failed",
      "warn not fetched",
    ]);
    expect(records[0]).toMatchObject({ event: "fetched", url, status: 200, depth: 1 });
    expect(records[5]).toMatchObject({ error: { message: "down" } });
  });

  it("makes records of what layers tell, of their starts and ends at the lowest level only", async () => {
    const refused = {
      level: "debug",
      event: "refused",
      layer: "limit",
      callId: 7,
      msg: "limit: refused",
      detail: { domain: "a.test", level: 3 },
    };
    expect(await recordsOf("debug", refuse)).toMatchObject([refused]);
    expect(await recordsOf("trace", refuse)).toMatchObject([{ event: "start" }, refused]);
  });

  it("listens to layers only where that would be logged, and to nobody once it is disposed", async () => {
    await recordsOf("info", () => expect(layerEvents.hasSubscribers).toBe(false));
    expect([crawlEvents.hasSubscribers, layerEvents.hasSubscribers]).toEqual([false, false]);
  });
});

async function recordsOf(
  level: LogLevel,
  work: () => void,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const log = await openRecords({ format: "json", level, paint: (_, text) => text, print });
  using _ = new EventLog(log);
  work();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what records are
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

function refuse(): void {
  layer("start", {});
  layer("refused", { domain: "a.test", level: 3 });
}

function crawl(event: CrawlEvent["event"], detail: CrawlEvent["detail"]): void {
  crawlEvents.publish({ event, url, detail } satisfies CrawlEvent);
}

function layer(event: string, detail: LayerEvent["detail"]): void {
  layerEvents.publish({ callId: 7, layer: "limit", event, at: 0, detail } satisfies LayerEvent);
}
