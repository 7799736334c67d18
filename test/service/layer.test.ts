import { describe, expect, it, vi } from "vitest";

import { Context } from "../../src/service/context.ts";
import { layer } from "../../src/service/layer.ts";
import { type Handler, service } from "../../src/service/service.ts";
import { eventsDuring } from "../support/events.ts";
import { untyped } from "../support/untyped.ts";

const echo = service<string, string>(async (request) => request);

describe("layer", () => {
  it("names what it makes", () => {
    expect(layer("shout", () => echo.call).name).toBe("shout");
  });

  it("rejects with what its handler throws", async () => {
    const error = new Error("broken layer");
    const broken = layer<string, string>("broken", () => () => {
      throw error;
    });
    await expect(broken(echo).call("/", new Context())).rejects.toBe(error);
  });

  it("wraps once a stack, however often that is called", async () => {
    const wrap = vi.fn<() => Handler<string, string>>(() => echo.call);
    const made = layer("count", wrap);
    expect(wrap).not.toHaveBeenCalled();
    const [one] = [made(echo), made(echo)];
    await one.call("/1", new Context());
    await one.call("/2", new Context());
    expect(wrap).toHaveBeenCalledTimes(2);
  });

  it("gives the promise of its handler back as it is, observed or not", async () => {
    const answer = Promise.resolve("page");
    const made = layer<string, string>("pass", () => () => answer)(echo);
    expect(made.call("/", new Context())).toBe(answer);
    await eventsDuring(async () => {
      expect(made.call("/", new Context())).toBe(answer);
    });
  });

  it("refuses what wraps nothing, and what wraps into no handler", () => {
    const message = 'Expected "wrap" to be a function: got "handler"';
    expect(() => layer("broken", untyped("handler"))).toThrow(new TypeError(message));
    const noHandler = layer<string, string>("broken", untyped(String));
    expect(() => noHandler(echo)).toThrow(
      'Expected "handler" to be a function: got "[object Object]"',
    );
  });
});
