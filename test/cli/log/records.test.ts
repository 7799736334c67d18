import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { logLevels, openRecords, type RecordsOptions } from "../../../src/cli/log/records.ts";

describe("openRecords", () => {
  it("prints a line of JSON a record at once, with time, level and message", async () => {
    const { lines, log } = await opened({ format: "json" });
    log.warn({ event: "retried", attempts: 1 }, "retried");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: "warn",
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
        event: "retried",
        attempts: 1,
        msg: "retried",
      },
    ]);
  });

  it("prints no less than the level", async () => {
    for (const level of logLevels) {
      const { lines, log } = await opened({ format: "json", level });
      for (const told of logLevels) log[told](told);
      const levels = lines.map((line) => /"level":"(\w+)"/.exec(line)?.[1]);
      expect(levels).toEqual(logLevels.slice(logLevels.indexOf(level)));
    }
  });

  it("prints for people the time, the level, the message and the rest", async () => {
    const { lines, log } = await opened({ format: "pretty" });
    const error = { code: "dns", message: "no such host" };
    log.error(
      { event: "notFetched", url: "http://a.test/", error, detail: { waitMs: 5 } },
      "not fetched",
    );
    expect(lines[0]?.slice(12)).toBe(
      ' ERROR not fetched url=http://a.test/ error.code=dns error.message="no such host" waitMs=5',
    );
  });

  it("prints one line a record, without what a terminal would obey, and JSON that reads the same", async () => {
    const hostile = fc.string({ unit: "binary" });
    const json = await opened({ format: "json" });
    const pretty = await opened({ format: "pretty" });
    fc.assert(
      fc.property(hostile, hostile, (name, text) => {
        for (const { lines, log } of [json, pretty]) {
          lines.length = 0;
          log.info({ url: text, facts: { [`x${name}`]: text } }, text);
          expect(lines).toHaveLength(1);
          expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
        const read: unknown = JSON.parse(json.lines[0] ?? "");
        expect(read).toMatchObject({ msg: text, url: text });
      }),
    );
  });
});

async function opened(
  options: Partial<RecordsOptions>,
): Promise<{ lines: string[]; log: Awaited<ReturnType<typeof openRecords>> }> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const log = await openRecords({
    format: "json",
    level: "trace",
    paint: (_, text) => text,
    print,
    ...options,
  });
  return { lines, log };
}
