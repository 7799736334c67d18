import type { Context } from "../../service/context.ts";
import { dispose, disposeAll } from "../../service/disposal.ts";
import { ClosedError } from "../../service/errors.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { show } from "../../service/options.ts";
import type { Service } from "../../service/service.ts";
import { requireKey } from "../require-key.ts";
import type { KeyedService, Watcher } from "./keyed-service.ts";

/** A service made of one a key, of which those that have been idle for longest give way to others. */
export class KeyedServices<Req, Res>
  implements Service<Req, Res>, Watcher<KeyedService<Req, Res>>, AsyncDisposable
{
  readonly #keyOf: (request: Req) => string;
  readonly #make: (key: string, watcher: Watcher<KeyedService<Req, Res>>) => KeyedService<Req, Res>;
  readonly #maxKeys: number;
  readonly #all = new Map<string, KeyedService<Req, Res>>();
  /** The one that has been idle for longest is first. */
  readonly #idle = new Set<KeyedService<Req, Res>>();
  readonly #closing = new Set<Promise<void>>();
  #closed = false;
  #warned = false;

  /** Keeps at most `maxKeys` services, and more only while all are at work. */
  constructor(
    keyOf: (request: Req) => string,
    make: (key: string, watcher: Watcher<KeyedService<Req, Res>>) => KeyedService<Req, Res>,
    maxKeys: number,
  ) {
    this.#keyOf = keyOf;
    this.#make = make;
    this.#maxKeys = maxKeys;
  }

  call(request: Req, context: Context): Promise<Res> {
    if (this.#closed) throw new ClosedError("Cannot call what perKey has made: it is disposed");
    const key = this.#keyOf(request);
    requireKey(key);
    const known = this.#all.get(key);
    if (known) return known.call(request, context);
    const service = this.#make(key, this);
    this.#all.set(key, service);
    const response = service.call(request, context);
    this.#shrink(context);
    return response;
  }

  /** Disposes of all, when those that have given way are. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const services = Array.from(this.#all.values(), ({ made }) => made);
    this.#all.clear();
    this.#idle.clear();
    await Promise.all(this.#closing);
    await disposeAll(services);
  }

  busy(service: KeyedService<Req, Res>): void {
    this.#idle.delete(service);
  }

  idle(service: KeyedService<Req, Res>, context: Context): void {
    if (this.#all.get(service.key) !== service) return;
    this.#idle.add(service);
    this.#shrink(context);
  }

  #shrink(context: Context): void {
    for (const service of this.#idle) {
      if (this.#all.size <= this.#maxKeys) return;
      this.#evict(service, context);
    }
  }

  #evict(service: KeyedService<Req, Res>, context: Context): void {
    const { key, made } = service;
    this.#all.delete(key);
    this.#idle.delete(service);
    if (layerEvents.hasSubscribers) publish(context, "perKey", "evicted", { key });
    const closing = dispose(made)
      .catch((error: unknown) => this.#failed(key, error, context))
      .then(() => void this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  /** A service that has given way has no caller that could be told. */
  #failed(key: string, error: unknown, context: Context): void {
    if (layerEvents.hasSubscribers) publish(context, "perKey", "failed", { key, error });
    if (this.#warned) return;
    this.#warned = true;
    const message = `What perKey made for ${show(key)} failed to be disposed: ${String(error)}`;
    process.emitWarning(message, { type: "PagodaWarning", code: "PAGODA_DISPOSAL_FAILED" });
  }
}
