import type { Layer } from "./layer.ts";
import { requireFunction, show } from "./options.ts";
import { type Handler, type Service, service } from "./service.ts";
import { type Stack, stackOver, type StackOptions } from "./stack.ts";
import { startListener } from "./start-listener.ts";

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
  readonly #wrap: Layer<Req, Res, InnerReq, InnerRes>;
  readonly #names: readonly string[];

  private constructor(wrap: Layer<Req, Res, InnerReq, InnerRes>, names: readonly string[]) {
    this.#wrap = wrap;
    this.#names = Object.freeze(names);
  }

  /** Starts an empty stack for services of this request and response. */
  static for<Req, Res>(): ServiceBuilder<Req, Res> {
    return new ServiceBuilder<Req, Res>((inner) => inner, []);
  }

  /** Adds a layer under the ones added so far. */
  layer<NextReq = InnerReq, NextRes = InnerRes>(
    layer: Layer<InnerReq, InnerRes, NextReq, NextRes>,
  ): ServiceBuilder<Req, Res, NextReq, NextRes> {
    requireFunction("layer", layer);
    const name = layer.name || "anonymous";
    return new ServiceBuilder(
      (inner) => this.#wrap(guarded(name, layer(inner))),
      [...this.#names, name],
    );
  }

  /** Adds a layer if the condition holds; else it is not even made. */
  layerIf(
    condition: boolean,
    layer: () => Layer<InnerReq, InnerRes>,
  ): ServiceBuilder<Req, Res, InnerReq, InnerRes> {
    return condition ? this.layer(layer()) : this;
  }

  /** Closes the stack over its leaf, which a call that is already aborted never reaches. */
  service(
    leaf: Service<InnerReq, InnerRes> | Handler<InnerReq, InnerRes>,
    options: StackOptions = {},
  ): Stack<Req, Res> {
    const inner = typeof leaf === "function" ? service(leaf) : leaf;
    requireCall("the leaf", inner);
    const innermost = service<InnerReq, InnerRes>((request, context) => {
      context.throwIfAborted();
      context.get(startListener)?.();
      return inner.call(request, context);
    });
    return stackOver(this.#wrap(innermost), this.#names, { ...options, leaf });
  }

  /** The layers so far as one. */
  toLayer(): Layer<Req, Res, InnerReq, InnerRes> {
    const all: Layer<Req, Res, InnerReq, InnerRes> = (inner) => this.#wrap(inner);
    return Object.defineProperty(all, "name", { value: this.#names.join(" > ") });
  }

  /** Names of the layers, outermost first. */
  describe(): readonly string[] {
    return this.#names;
  }
}

/** A service as a layer made it, which from here on rejects where it would throw. */
function guarded<Req, Res>(name: string, made: Service<Req, Res>): Service<Req, Res> {
  requireCall(`what layer "${name}" returns`, made);
  return service((request, context) => made.call(request, context));
}

function requireCall(what: string, made: unknown): void {
  if (typeof made === "object" && made !== null && "call" in made) {
    if (typeof made.call === "function") return;
  }
  throw new TypeError(`Expected ${what} to be a service, { call }: got ${show(made)}`);
}
