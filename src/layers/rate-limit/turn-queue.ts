import type { Context } from "../../service/context.ts";
import { RejectedError } from "../../service/errors.ts";
import { layerEvents, publish } from "../../service/events.ts";
import type { Service } from "../../service/service.ts";
import { PacedLine } from "./paced-line.ts";
import { RateLimitedError } from "./rate-limited-error.ts";
import { type Grains, TokenBucket, type Turn } from "./token-bucket.ts";

/** Lets calls to a service start in the order they came, each with a turn of one bucket. */
export class TurnQueue<Req, Res> {
  /** Grows from use to use. */
  lastUse = 0;
  readonly #inner: Service<Req, Res>;
  readonly #bucket: TokenBucket;
  readonly #key: string | undefined;
  readonly #line = new PacedLine(() => this.#bucket.turnBehind(0));

  constructor(inner: Service<Req, Res>, grains: Grains, key?: string) {
    this.#inner = inner;
    this.#bucket = new TokenBucket(grains);
    this.#key = key;
  }

  /** Whether nobody waits. */
  get isIdle(): boolean {
    return this.#line.length === 0;
  }

  /** Whether it is that of a new key again. */
  isAtRest(now: number): boolean {
    return this.isIdle && this.#bucket.isFull(now);
  }

  call(request: Req, context: Context, now: number): Promise<Res> {
    context.throwIfAborted();
    if (this.#line.length === 0 && this.#bucket.has(now)) return this.#start(request, context, now);

    const waitMs = this.#nextTurn(now) - now;
    if (waitMs > context.patienceMs()) throw this.#refusal(context);
    if (layerEvents.hasSubscribers) {
      const detail = { ...this.#named(), before: this.#line.length, waitMs };
      publish(context, "rateLimit", "queued", detail);
    }
    return this.#line.join(
      context,
      () => this.#start(request, context, context.clock.now()),
      () => this.#refusal(context),
    );
  }

  #start(request: Req, context: Context, now: number): Promise<Res> {
    const turn = this.#bucket.take(now);
    const response = this.#inner.call(request, context);
    response.then(
      () => this.#bucket.keep(turn),
      (error) => this.#fail(turn, error, context),
    );
    return response;
  }

  #fail(turn: Turn, error: unknown, { clock }: Context): void {
    if (!(error instanceof RejectedError)) return this.#bucket.keep(turn);
    this.#bucket.giveBack(turn, clock.now());
    this.#line.admit();
  }

  /** When the turn of a call that came now would be. */
  #nextTurn(now: number): number {
    return Math.max(now, this.#bucket.turnBehind(this.#line.length));
  }

  #refusal(context: Context): RateLimitedError {
    const retryAt = this.#nextTurn(context.clock.now());
    if (layerEvents.hasSubscribers) {
      publish(context, "rateLimit", "refused", { ...this.#named(), retryAt });
    }
    return new RateLimitedError(this.#key, retryAt);
  }

  #named(): { readonly key?: string } {
    return this.#key === undefined ? {} : { key: this.#key };
  }
}
