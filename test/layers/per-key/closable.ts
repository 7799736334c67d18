import { perKey } from "../../../src/layers/per-key/per-key.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { type Layer, layer } from "../../../src/service/layer.ts";
import { type Handler, service } from "../../../src/service/service.ts";
import type { Stack } from "../../../src/service/stack.ts";
import type { VirtualClock } from "../../../src/testing/virtual-clock.ts";

/** What a stack of {@link closable} is made of besides its leaf. */
export interface ClosableOptions {
  readonly clock: VirtualClock;
  /** @defaultValue 1 */
  readonly maxKeys?: number;
  /** What happens as the instance of a key is disposed of. @defaultValue nothing */
  readonly close?: (key: string) => unknown;
}

/** A stack with one instance a key, the first word of a request, and what was disposed of when. */
export function closable(
  leaf: Handler<string, string>,
  { clock, maxKeys = 1, close }: ClosableOptions,
): { readonly stack: Stack<string, string>; readonly disposed: readonly string[] } {
  const disposed: string[] = [];
  const make = (key: string): Layer<string, string> =>
    layer("closable", (inner) => ({
      ...service<string, string>((request, context) => inner.call(request, context)),
      [Symbol.asyncDispose]: async () => {
        disposed.push(`${key} at ${clock.now()}`);
        await close?.(key);
      },
    }));
  const stack = ServiceBuilder.for<string, string>()
    .layer(perKey((request) => request.split(" ", 1).join(), make, { maxKeys }))
    .service(leaf, { clock });
  return { stack, disposed };
}
