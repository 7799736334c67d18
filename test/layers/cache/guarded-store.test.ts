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

  it.each<unknown>([
    undefined,
    null,
    "page",
    {},
    [null],
    [5],
    [{}],
    [undefined, entry()],
    ...[undefined, 5].map((url) => [{ ...entry(), url }]),
    ...[undefined, "200", Number.NaN, 99, 1e9].map((status) => [{ ...entry(), status }]),
    ...[null, 5, ["a"], ["a", 5], ["a b", "c"], ["", "c"], ["a", "b\r\nc: d"]].map((field) => [
      { ...entry(), headers: [field] },
    ]),
    ...["page", new Uint16Array(1), new DataView(new ArrayBuffer(1)), detached()].map((body) => [
      { ...entry(), body },
    ]),
    ...[null, [], { a: 5 }].map((vary) => [{ ...entry(), vary }]),
    ...[undefined, "1", Number.NaN, Infinity].map((storedAt) => [{ ...entry(), storedAt }]),
    ...[undefined, "1", Number.NaN].map((expiresAt) => [{ ...entry(), expiresAt }]),
  ])("takes it for a failure to find %j, and goes on as if nothing was kept", async (found) => {
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
  });

  it("finds nothing whose body has gone to another thread since it was stored", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const body = new Uint8Array(5);
    const site = serve({ body });
    await site.get();
    expect((await site.get()).fromCache).toBe(true);
    structuredClone(body, { transfer: [body.buffer] });
    expect((await site.get()).fromCache).toBe(false);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it.each([Object.create(null), Symbol("down"), { toString: throwing }, undefined])(
    "goes on whatever is thrown, has that a text or not",
    async (thrown: unknown) => {
      const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- as a store of a user may
      const fails = (): Promise<never> => Promise.reject(thrown);
      const site = serve({}, { store: { get: fails, put: fails, delete: fails } });
      expect((await site.get()).text).toBe("page 1");
      expect((await site.get({ method: "DELETE" })).text).toBe("page 2");
      expect(warn).toHaveBeenCalledOnce();
      warn.mockRestore();
    },
  );
});

function throwing(): never {
  throw new Error("no text");
}

function detached(): Uint8Array {
  const bytes = new Uint8Array(5);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

async function done(): Promise<void> {}
