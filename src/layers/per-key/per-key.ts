import { ServiceBuilder } from "../../service/builder.ts";
import { type Layer, layer } from "../../service/layer.ts";
import { requireFunction, requireOptions, requireWhole } from "../../service/options.ts";
import { declareParts } from "../../service/traits.ts";
import { KeyedService } from "./keyed-service.ts";
import { KeyedServices } from "./keyed-services.ts";

/** Options of {@link perKey}. */
export interface PerKeyOptions {
  /** Keys whose service is kept. @defaultValue 1,000 */
  readonly maxKeys?: number;
}

/**
 * Gives a layer one instance, with its own state, for each key; all are over the same inner service.
 *
 * `make` is asked for the layer at the first call of a key, and again after its instance has given
 * way: of more than `maxKeys`, the one that has been idle for longest does, with all that it knew.
 * One at work never gives way, and so there are more for as long as all are at work. It is at work
 * until its calls have ended, and what they have made of the inner service, even if that does not
 * heed an abort: what a layer counts is never counted from nought meanwhile.
 * An instance that can be disposed of is when it gives way, the others when the stack is. An error
 * of the former is told as the event `failed`, and the first as a warning of the process.
 * What `key` or `make` throws, the call rejects with, and nothing is kept.
 * The order of layers is not checked across it, as what it makes is not known in advance.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<Page, Html>()
 *   .layer(perKey((page) => page.host, () => concurrencyLimit({ limit: 2 })))
 *   .service(http);
 * ```
 */
export function perKey<Req, Res>(
  key: (request: Req) => string,
  make: (key: string) => Layer<Req, Res>,
  options: PerKeyOptions = {},
): Layer<Req, Res> {
  requireFunction("key", key);
  requireFunction("make", make);
  requireOptions("perKey", options, { maxKeys: true });
  const { maxKeys = 1000 } = options;
  requireWhole("maxKeys", maxKeys, 1);

  const keyed = layer<Req, Res>(
    "perKey",
    (inner) =>
      new KeyedServices(
        key,
        (key, watcher) => new KeyedService(key, guarded(make(key)), inner, watcher),
        maxKeys,
      ),
  );
  declareParts(keyed, [{ name: "perKey" }]);
  return keyed;
}

/** What was made, as a stack would take it. */
function guarded<Req, Res>(layer: Layer<Req, Res>): Layer<Req, Res> {
  requireFunction("make(key)", layer);
  return ServiceBuilder.for<Req, Res>().layer(layer).toLayer();
}
