import { describe, expect, it } from "vitest";

import { HostDownError, HostHealth } from "../../src/engine/host-health.ts";
import { HttpResponse } from "../../src/http/message.ts";

describe("HostHealth", () => {
  it("refuses a host whose attempts have failed so often in a row, and no other", () => {
    const health = new HostHealth(3);
    for (const status of [undefined, 500, undefined, undefined]) health.ended("a", answer(status));
    health.ended("b", undefined);
    expect(health.refusal("a")).toBeInstanceOf(HostDownError);
    expect(health.refusal("a")).toMatchObject({
      code: "host_down",
      host: "a",
      message: "a has failed 4 times in a row",
    });
    expect(health.refusal("b")).toBeUndefined();
    expect(health.refusal("c")).toBeUndefined();
  });

  it.each([200, 304, 404, 429])("takes a %i for a sign of life", (status) => {
    const health = new HostHealth(2);
    health.ended("a", undefined);
    health.ended("a", answer(status));
    health.ended("a", undefined);
    expect(health.refusal("a")).toBeUndefined();
  });

  it("asks a host again that answers while it counts as down", () => {
    const health = new HostHealth(1);
    health.ended("a", undefined);
    expect(health.refusal("a")).toBeDefined();
    health.ended("a", answer(200));
    expect(health.refusal("a")).toBeUndefined();
  });
});

function answer(status: number | undefined): HttpResponse | undefined {
  return status === undefined ? undefined : new HttpResponse({ url: "http://a/", status });
}
