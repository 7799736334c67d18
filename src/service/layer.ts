import type { Context } from "./context.ts";
import { disposedWith } from "./disposal.ts";
import { layerEvents, publish } from "./events.ts";
import { requireFunction, show } from "./options.ts";
import { type Handler, requireService, type Service, service } from "./service.ts";
import { declareParts, type LayerTraits, requireTraits } from "./traits.ts";

/**
 * Wraps a service in another one.
 *
 * `Req` and `Res` are what the caller sees. `InnerReq` and `InnerRes` are what the wrapped
 * service sees, and are the same unless the layer translates.
 */
export interface Layer<Req, Res, InnerReq = Req, InnerRes = Res> {
  (inner: Service<InnerReq, InnerRes>): Service<Req, Res>;
}

/**
 * Makes a {@link Layer} and names it.
 *
 * `wrap` runs once a stack, so state made inside it belongs to that stack alone.
 * What the handler throws, the call rejects with.
 * A `wrap` that holds resources returns a service instead of a handler, with a `Symbol.asyncDispose`
 * or `Symbol.dispose` that the stack calls when it is disposed.
 * What the layer does with calls beyond passing them on, it declares as `traits`.
 * While somebody listens on `pagoda:layer`, every call tells its start and its end there.
 *
 * @example
 * ```ts
 * const shout = layer<string, string>("shout", (inner) => (request, context) =>
 *   inner.call(request.toUpperCase(), context),
 * );
 * ```
 */
export function layer<Req, Res, InnerReq = Req, InnerRes = Res>(
  name: string,
  wrap: (inner: Service<InnerReq, InnerRes>) => Handler<Req, Res> | Service<Req, Res>,
  traits: LayerTraits = {},
): Layer<Req, Res, InnerReq, InnerRes> {
  requireName(name);
  requireFunction("wrap", wrap);
  requireTraits(traits);
  const named: Layer<Req, Res, InnerReq, InnerRes> = (inner) => {
    const made = wrap(inner);
    const handler = typeof made === "object" ? calling(name, made) : made;
    const { call } = service(handler);
    return disposedWith(made, {
      call(request, context) {
        if (layerEvents.hasSubscribers) {
          return observed(name, call(request, started(name, context)), context);
        }
        try {
          return handler(request, context); // not by `call`, as every call in between costs
        } catch (error) {
          return Promise.reject(error);
        }
      },
    });
  };
  declareParts(named, [{ name, traits }]);
  return Object.defineProperty(named, "name", { value: name });
}

function requireName(name: unknown): void {
  if (typeof name === "string" && name !== "") return;
  throw new TypeError(`Expected "name" to be a non-empty string: got ${show(name)}`);
}

/** The handler of a service, which may be a class. */
function calling<Req, Res>(name: string, made: Service<Req, Res>): Handler<Req, Res> {
  requireService(`what layer "${name}" makes`, made);
  return (request, context) => made.call(request, context);
}

function started(name: string, context: Context): Context {
  publish(context, name, "start");
  return context;
}

function observed<Res>(name: string, call: Promise<Res>, context: Context): Promise<Res> {
  call.then(
    () => publish(context, name, "end"),
    (error) => publish(context, name, "error", { error }),
  );
  return call;
}
