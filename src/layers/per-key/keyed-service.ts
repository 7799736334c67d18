import type { Context } from "../../service/context.ts";
import type { Layer } from "../../service/layer.ts";
import type { Service } from "../../service/service.ts";

/** Learns when services are at work and when they rest. */
export interface Watcher<Watched> {
  busy(watched: Watched): void;
  idle(watched: Watched, context: Context): void;
}

/**
 * The service of one key.
 *
 * It is at work until all calls of it have ended, and all that it has made of the inner service: one
 * that goes on after its caller has given up still counts.
 */
export class KeyedService<Req, Res> {
  readonly key: string;
  /** What the layer has made. */
  readonly made: Service<Req, Res>;
  readonly call: Service<Req, Res>["call"];
  readonly #watcher: Watcher<KeyedService<Req, Res>>;
  #underWay = 0;

  constructor(
    key: string,
    layer: Layer<Req, Res>,
    inner: Service<Req, Res>,
    watcher: Watcher<KeyedService<Req, Res>>,
  ) {
    this.key = key;
    this.#watcher = watcher;
    this.made = layer(this.#watched(inner));
    this.call = this.#watched(this.made).call;
  }

  #watched(inner: Service<Req, Res>): Service<Req, Res> {
    return {
      call: (request, context) => {
        if (this.#underWay++ === 0) this.#watcher.busy(this);
        const ended = (): void => {
          if (--this.#underWay === 0) this.#watcher.idle(this, context);
        };
        const response = inner.call(request, context);
        response.then(ended, ended);
        return response;
      },
    };
  }
}
