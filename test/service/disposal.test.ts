import { describe, expect, it } from "vitest";

import { ServiceBuilder } from "../../src/service/builder.ts";
import { dispose, disposeAll, disposedWith, isDisposable } from "../../src/service/disposal.ts";
import { type Layer, layer } from "../../src/service/layer.ts";
import { type Service, service } from "../../src/service/service.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

const echo = service<string, string>(async (request) => request);
const texts = ServiceBuilder.for<string, string>();

describe("isDisposable", () => {
  it("tells what can be disposed of from what cannot", () => {
    expect(isDisposable({ [Symbol.dispose]: () => {} })).toBe(true);
    expect(isDisposable({ [Symbol.asyncDispose]: async () => {} })).toBe(true);
    expect(isDisposable(new VirtualClock().timer(() => {}, 1))).toBe(true);
    expect(isDisposable(echo)).toBe(false);
  });
});

describe("dispose", () => {
  it("disposes as `await using` would, and leaves alone what cannot be", async () => {
    const order: string[] = [];
    await dispose({
      [Symbol.dispose]: () => order.push("sync"),
      [Symbol.asyncDispose]: async () => {
        await new VirtualClock().settle();
        order.push("async");
      },
    });
    await dispose({ [Symbol.dispose]: () => order.push("sync") });
    await dispose({});
    expect(order).toEqual(["async", "sync"]);
  });

  it("rejects where that throws", async () => {
    const hangs = { [Symbol.dispose]: throws("hangs") };
    await expect(dispose(hangs)).rejects.toThrow("hangs");
  });
});

describe("disposeAll", () => {
  it("disposes of one after the other, whatever fails", async () => {
    const order: string[] = [];
    const slow = (name: string): AsyncDisposable => ({
      [Symbol.asyncDispose]: async () => {
        order.push(`begin ${name}`);
        await new VirtualClock().settle();
        order.push(`end ${name}`);
      },
    });
    const failing = { [Symbol.dispose]: throws("hangs") };
    await expect(disposeAll([slow("a"), failing, {}, slow("b")])).rejects.toThrow("hangs");
    expect(order).toEqual(["begin a", "end a", "begin b", "end b"]);
    await disposeAll([]);
  });

  it("rejects with what failed, and with all where that was more than one", async () => {
    const [one, two] = ["one", "two"].map((name) => ({ [Symbol.dispose]: throws(name) }));
    await expect(disposeAll([{}, one ?? {}])).rejects.toEqual(new Error("one"));
    const both = disposeAll([one ?? {}, {}, two ?? {}]);
    await expect(both).rejects.toEqual(
      new AggregateError(
        [new Error("one"), new Error("two")],
        "Several resources failed to be disposed",
      ),
    );
  });
});

describe("disposedWith", () => {
  it("has what is made disposed of with its owner, where that can be", async () => {
    const order: string[] = [];
    const made = disposedWith({ [Symbol.dispose]: () => order.push("owner") }, {});
    await dispose(made);
    expect(order).toEqual(["owner"]);
    expect(isDisposable(disposedWith({}, {}))).toBe(false);
  });
});

describe("A stack, disposed", () => {
  it("disposes of what its layers made, outermost first, after its calls, and then of its leaf", async () => {
    const clock = new VirtualClock();
    const order: string[] = [];
    const leaf = {
      call: async (_: string, context) => {
        await context.sleep(10);
        order.push("call");
        return "";
      },
      [Symbol.dispose]: () => order.push("leaf"),
    } satisfies Service<string, string> & Disposable;
    const stack = texts
      .layer(closable("a", order))
      .layer((inner) => inner)
      .layer(bare("b", order))
      .layer(closable("c", order))
      .service(leaf, { clock, disposeLeaf: true });
    const call = stack.call("/");
    await clock.run(Promise.all([call, stack[Symbol.asyncDispose]()]));
    expect(order).toEqual(["call", "a", "b", "c", "leaf"]);
  });

  it("disposes of each once, also where a layer hands on what lies under it", async () => {
    const order: string[] = [];
    const stack = texts
      .layer((inner) => inner)
      .layer((inner) => ({ ...inner }))
      .layer(layer("pass", (inner) => inner))
      .layer(closable("a", order))
      .layer(
        texts
          .layer((inner) => inner)
          .layer(closable("b", order))
          .toLayer(),
      )
      .layer((inner) => ({ ...inner }))
      .layer(bare("c", order))
      .service(echo);
    expect(await stack.call("/")).toBe("/");
    await stack[Symbol.asyncDispose]();
    await stack[Symbol.asyncDispose]();
    expect(order).toEqual(["a", "b", "c"]);
  });

  it("disposes of the layers in one made of layers, in their order", async () => {
    const order: string[] = [];
    const inside = texts.layer(bare("b", order)).layer(closable("c", order)).toLayer();
    const both = texts.layer(inside).layer(closable("d", order)).toLayer();
    const stack = texts.layer(closable("a", order)).layer(both).service(echo);
    await stack[Symbol.asyncDispose]();
    expect(order).toEqual(["a", "b", "c", "d"]);
    expect(isDisposable(both(echo))).toBe(true);
    expect(isDisposable(texts.layer((inner) => inner).toLayer()(echo))).toBe(false);
  });

  it("disposes of what one stack made, and not of another's", async () => {
    const order: string[] = [];
    let stacks = 0;
    const counted = layer<string, string>("counted", (inner) => {
      const name = `stack ${++stacks}`;
      return { ...inner, [Symbol.dispose]: () => order.push(name) };
    });
    const builder = texts.layer(counted);
    const [first, second] = [builder.service(echo), builder.service(echo)];
    await second[Symbol.asyncDispose]();
    expect(order).toEqual(["stack 2"]);
    await first[Symbol.asyncDispose]();
    expect(order).toEqual(["stack 2", "stack 1"]);
  });

  it("rejects with what failed, after all has been disposed of", async () => {
    const order: string[] = [];
    const leaf = { ...echo, [Symbol.dispose]: () => order.push("leaf") };
    const one = texts.layer(failing("a")).layer(closable("b", order));
    await expect(close(one.service(leaf, { disposeLeaf: true }))).rejects.toEqual(new Error("a"));
    expect(order).toEqual(["b", "leaf"]);
    const two = one.layer(failing("c")).service(echo);
    await expect(close(two)).rejects.toMatchObject({ errors: [new Error("a"), new Error("c")] });
  });
});

/** A layer by `layer` that writes down when it is disposed of. */
function closable(name: string, order: string[]): Layer<string, string> {
  return layer(name, bare(name, order));
}

/** The same as a plain function. */
function bare(name: string, order: string[]): Layer<string, string> {
  return (inner) => ({
    call: (request, context) => inner.call(request, context),
    [Symbol.asyncDispose]: async () => void order.push(name),
  });
}

function failing(name: string): Layer<string, string> {
  return layer(name, (inner) => ({ ...inner, [Symbol.dispose]: throws(name) }));
}

function throws(message: string): () => never {
  return () => {
    throw new Error(message);
  };
}

async function close(stack: AsyncDisposable): Promise<void> {
  await stack[Symbol.asyncDispose]();
}
