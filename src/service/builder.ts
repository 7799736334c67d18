import { disposeAll, isDisposable } from "./disposal.ts";
import type { Layer } from "./layer.ts";
import { requireFunction } from "./options.ts";
import { warnOfOrder } from "./order-lint.ts";
import { type Handler, requireService, type Service, service } from "./service.ts";
import { requireStackOptions, type Stack, stackOver, type StackOptions } from "./stack.ts";
import { startListener } from "./start-listener.ts";
import { declareParts, type LayerPart, partsOf } from "./traits.ts";

/** Wraps a service in layers, and puts what these have made in front of what was `made` so far. */
type Wrap<Req, Res, InnerReq, InnerRes> = (
  inner: Service<InnerReq, InnerRes>,
  made: object[],
) => Service<Req, Res>;

/**
 * Stacks layers over a leaf. Immutable. The layer added first sees a request first.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<Page, Html>()
 *   .layer(retry())
 *   .layer(concurrencyLimit({ limit: 8 }))
 *   .service(http);
 * ```
 */
export class ServiceBuilder<Req, Res, InnerReq = Req, InnerRes = Res> {
  readonly #wrap: Wrap<Req, Res, InnerReq, InnerRes>;
  readonly #names: readonly string[];
  readonly #parts: readonly LayerPart[];

  private constructor(
    wrap: Wrap<Req, Res, InnerReq, InnerRes>,
    names: readonly string[],
    parts: readonly LayerPart[],
  ) {
    this.#wrap = wrap;
    this.#names = Object.freeze(names);
    this.#parts = parts;
  }

  /** Starts an empty stack for services of this request and response. */
  static for<Req, Res>(): ServiceBuilder<Req, Res> {
    return new ServiceBuilder<Req, Res>((inner) => inner, [], []);
  }

  /** Adds a layer under the ones added so far. */
  layer<NextReq = InnerReq, NextRes = InnerRes>(
    layer: Layer<InnerReq, InnerRes, NextReq, NextRes>,
  ): ServiceBuilder<Req, Res, NextReq, NextRes> {
    requireFunction("layer", layer);
    const name = layer.name || "anonymous";
    return new ServiceBuilder(
      (inner, made) => {
        const service = layer(inner);
        const plain = partsOf(layer) && !isDisposable(service);
        const outer = plain ? service : guarded(name, service);
        made.unshift(service);
        return this.#wrap(outer, made);
      },
      [...this.#names, name],
      [...this.#parts, ...(partsOf(layer) ?? [{ name }])],
    );
  }

  /** Adds a layer if the condition holds; else it is not even made. */
  layerIf(
    condition: boolean,
    layer: () => Layer<InnerReq, InnerRes>,
  ): ServiceBuilder<Req, Res, InnerReq, InnerRes> {
    return condition ? this.layer(layer()) : this;
  }

  /**
   * Closes the stack over its leaf, which a call that is already aborted never reaches.
   *
   * An order of layers that defeats one of them is told as a warning of the process, once.
   */
  service(
    leaf: Service<InnerReq, InnerRes> | Handler<InnerReq, InnerRes>,
    options: StackOptions = {},
  ): Stack<Req, Res> {
    const inner = typeof leaf === "function" ? service(leaf) : leaf;
    requireService("the leaf", inner);
    requireStackOptions(options);
    const { orderWarnings = true } = options;
    const nested = partsOf(leaf);
    if (orderWarnings) warnOfOrder(this.#parts, nested);
    const innermost = service<InnerReq, InnerRes>((request, context) => {
      context.throwIfAborted();
      if (!nested) context.get(startListener)?.(); // else it is for the leaf of the leaf to say
      return inner.call(request, context);
    });
    const made: object[] = [];
    const stack = stackOver(this.#wrap(innermost, made), this.#names, { ...options, leaf, made });
    declareParts(stack, [...this.#parts, ...(nested ?? [])]);
    return stack;
  }

  /** The layers so far as one. */
  toLayer(): Layer<Req, Res, InnerReq, InnerRes> {
    const all: Layer<Req, Res, InnerReq, InnerRes> = (inner) => {
      const made: object[] = [];
      const outermost = this.#wrap(inner, made);
      return made.some(isDisposable)
        ? { ...outermost, [Symbol.asyncDispose]: () => disposeAll([...new Set(made)]) }
        : outermost;
    };
    declareParts(all, this.#parts);
    return Object.defineProperty(all, "name", { value: this.#names.join(" > ") });
  }

  /** Names of the layers, outermost first. */
  describe(): readonly string[] {
    return this.#names;
  }
}

/**
 * A service that rejects from here on where it would throw, which `layer` has seen to already, and
 * that shows the layers above nothing to dispose of.
 */
function guarded<Req, Res>(name: string, made: Service<Req, Res>): Service<Req, Res> {
  requireService(`what layer "${name}" returns`, made);
  return service((request, context) => made.call(request, context));
}
