import { layerEvents, type LayerEvent } from "../service/events.ts";

/** A layer at work in one call, and what happened meanwhile inside of it, in order. */
export interface LayerSpan {
  readonly layer: string;
  readonly startedAt: number;
  /** Undefined while it is at work. */
  endedAt: number | undefined;
  /** What it rejected with. */
  error: unknown;
  readonly inside: (LayerSpan | LayerEvent)[];
}

/** Listens to what layers do until it is disposed. It is made for one call at a time. */
export class LayerTree implements Disposable {
  /** The outermost layers. */
  readonly roots: (LayerSpan | LayerEvent)[] = [];
  /** The layers at work, outermost first: of the call, and of those it makes on the way. */
  readonly #open: { readonly callId: number; readonly span: LayerSpan }[] = [];
  readonly #hear: (event: unknown) => void;

  constructor() {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the channel carries
    this.#hear = (event) => this.#add(event as LayerEvent);
    layerEvents.subscribe(this.#hear);
  }

  [Symbol.dispose](): void {
    layerEvents.unsubscribe(this.#hear);
  }

  #add(event: LayerEvent): void {
    const index = this.#open.findLastIndex(
      ({ callId, span }) => callId === event.callId && span.layer === event.layer,
    );
    const own = this.#open[index]?.span;
    if (event.event === "start") this.#start(event);
    else if (event.event !== "end" && event.event !== "error")
      (own?.inside ?? this.#place()).push(event);
    else if (own) {
      own.endedAt = event.at;
      own.error = event.detail["error"];
      this.#open.splice(index, 1);
    }
  }

  #start({ at, callId, layer }: LayerEvent): void {
    const span: LayerSpan = {
      layer,
      startedAt: at,
      endedAt: undefined,
      error: undefined,
      inside: [],
    };
    this.#place().push(span);
    this.#open.push({ callId, span });
  }

  /** Inside of the innermost layer at work. */
  #place(): (LayerSpan | LayerEvent)[] {
    return this.#open.at(-1)?.span.inside ?? this.roots;
  }
}
