import { describe, expect, it, vi } from "vitest";

import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";
import { untyped } from "../../support/untyped.ts";
import { entry } from "./cache-store-behaviour.ts";
import { serve } from "./cached-site.ts";

describe("GuardedStore", () => {
  it("goes on without a store that fails, and tells each failure", async () => {
    const full = new Error("disk full");
    const fails = (): Promise<never> => Promise.reject(full);
    const warnings: Error[] = [];
    const warned = (warning: Error): unknown => warnings.push(warning);
    process.on("warning", warned);
    const site = serve({}, { store: { get: fails, put: fails, delete: fails } });
    const events = await eventsDuring(async () => {
      expect((await site.get()).text).toBe("page 1");
      expect((await site.get({ method: "DELETE" })).text).toBe("page 2");
    });
    await new VirtualClock().settle();
    process.off("warning", warned);
    const failures = events.filter(({ event }) => event === "failed");
    expect(failures.map(({ detail }) => detail["error"])).toEqual([full, full, full, full]);
    expect(warnings.map(({ name }) => name)).toEqual(["CacheWarning"]);
    expect(warnings[0]?.message).toContain("disk full");
  });

  it.each([undefined, null, "page", {}, [null], [5], [{}], [{ ...entry(), body: "page" }]])(
    "takes it for a failure to find %j, and goes on as if nothing was kept",
    async (found) => {
      const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
      const store = { get: async () => untyped(found), put: done, delete: done };
      const site = serve({}, { store });
      const events = await eventsDuring(async () => {
        expect((await site.get()).text).toBe("page 1");
      });
      expect(warn).toHaveBeenCalledOnce();
      warn.mockRestore();
      const failure = events.find(({ event }) => event === "failed");
      expect(failure?.detail["error"]).toBeInstanceOf(TypeError);
      expect(String(failure?.detail["error"])).toContain('Expected "store.get"');
    },
  );
});

async function done(): Promise<void> {}
