import { describe, expect, it, vi } from "vitest";

import { andThen } from "../../src/service/and-then.ts";
import { Context } from "../../src/service/context.ts";
import { dispose, isDisposable } from "../../src/service/disposal.ts";
import { filter } from "../../src/service/filter.ts";
import { layer } from "../../src/service/layer.ts";
import { mapError } from "../../src/service/map-error.ts";
import { mapRequest } from "../../src/service/map-request.ts";
import { mapResponse } from "../../src/service/map-response.ts";
import { show } from "../../src/service/options.ts";
import { type Handler, type Service, service } from "../../src/service/service.ts";
import { tap } from "../../src/service/tap.ts";
import { type LayerTraits, partsOf } from "../../src/service/traits.ts";
import { eventsDuring } from "../support/events.ts";
import { untyped } from "../support/untyped.ts";

const echo = service<string, string>(async (request) => request);

describe("layer", () => {
  it("names what it makes", () => {
    expect(layer("shout", () => echo.call).name).toBe("shout");
  });

  it.each<[(part: never) => object, LayerTraits]>([
    [andThen, { maps: true }],
    [filter, {}],
    [mapError, { maps: true }],
    [mapRequest, { maps: true }],
    [mapResponse, { maps: true }],
    [tap, {}],
  ])("is named as the function that makes it, and declares whether it maps: %o", (make, traits) => {
    const made = make(untyped(() => {}));
    expect(made).toHaveProperty("name", make.name);
    expect(partsOf(made)).toEqual([{ name: make.name, traits }]);
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

  it("takes a service instead of a handler, be it a class", async () => {
    class Polite implements Service<string, string> {
      readonly #greeting = "dear";
      async call(name: string): Promise<string> {
        return `${this.#greeting} ${name}`;
      }
    }
    const polite = layer<string, string>("polite", () => new Polite());
    expect(await polite(echo).call("reader", new Context())).toBe("dear reader");
    await eventsDuring(async () => {
      expect(await polite(echo).call("reader", new Context())).toBe("dear reader");
    });
  });

  it("shows what it made as disposable where that is", async () => {
    const closed: string[] = [];
    const closable = layer<string, string>("closable", () => ({
      ...echo,
      [Symbol.dispose]: () => closed.push("closable"),
    }));
    const made: object = closable(echo);
    expect(isDisposable(made)).toBe(true);
    await dispose(made);
    expect(closed).toEqual(["closable"]);
    expect(isDisposable(layer<string, string>("pass", () => echo)(echo))).toBe(false);
  });

  it("declares its name and what it does with calls, which is nothing where nothing is said", () => {
    const traits = { multiplicity: 3, parallel: true };
    expect(partsOf(layer("twice", () => echo.call, traits))).toEqual([{ name: "twice", traits }]);
    expect(partsOf(layer("pass", () => echo.call))).toEqual([{ name: "pass", traits: {} }]);
  });

  it.each<[unknown, string]>([
    [null, "Expected the options of traits to be an object: got null"],
    [{ retries: 2 }, "Expected options of traits, multiplicity, parallel"],
    [{ multiplicity: 1.5 }, 'Expected "multiplicity" to be a whole number >= 0: got 1.5'],
    [{ sheds: "yes" }, 'Expected "sheds" to be true or false: got "yes"'],
  ])("refuses the traits %j", (traits, message) => {
    expect(() => layer("broken", () => echo.call, untyped(traits))).toThrow(message);
  });

  it.each([undefined, null, "", 5, Symbol("s")])("refuses the name %s", (name) => {
    expect(() => layer(untyped(name), () => echo.call)).toThrow(
      new TypeError(`Expected "name" to be a non-empty string: got ${show(name)}`),
    );
  });

  it("refuses what wraps nothing, and what wraps into no handler", () => {
    const message = 'Expected "wrap" to be a function: got "handler"';
    expect(() => layer("broken", untyped("handler"))).toThrow(new TypeError(message));
    const noHandler = layer<string, string>("broken", untyped(String));
    expect(() => noHandler(echo)).toThrow(
      'Expected "handler" to be a function: got "[object Object]"',
    );
    for (const made of [null, {}, { call: "nobody" }]) {
      const noService = layer<string, string>("broken", () => untyped(made));
      expect(() => noService(echo)).toThrow('Expected what layer "broken" makes to be a service');
    }
  });
});
