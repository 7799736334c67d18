import type { LayerEvent } from "../service/events.ts";
import { hearLayers } from "./hear.ts";

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

/** A span that has not ended, and whose call it is of. */
interface Open {
  readonly callId: number;
  readonly span: LayerSpan;
}

/** Listens to what layers do until it is disposed. It is made for one call at a time. */
export class LayerTree implements Disposable {
  /** The outermost layers. */
  readonly roots: (LayerSpan | LayerEvent)[] = [];
  /** The layers at work, outermost first: of the call, and of those it makes on the way. */
  readonly #open: Open[] = [];
  /** Those that work on though a layer around them has ended, as after a timeout. */
  readonly #left: Open[] = [];
  readonly #heard = hearLayers((event) => this.#add(event));

  [Symbol.dispose](): void {
    this.#heard[Symbol.dispose]();
  }

  #add(event: LayerEvent): void {
    if (event.event === "start") this.#start(event);
    else if (event.event === "end" || event.event === "error") this.#end(event);
    else this.#place(this.#open.findLast(isOf(event))).push(event);
  }

  #start({ at, callId, layer }: LayerEvent): void {
    const span = { layer, startedAt: at, endedAt: undefined, error: undefined, inside: [] };
    this.#place().push(span);
    this.#open.push({ callId, span });
  }

  #end(event: LayerEvent): void {
    const index = this.#open.findLastIndex(isOf(event));
    const [ended, ...left] =
      index === -1 ? [this.#left.find(isOf(event))] : this.#open.splice(index);
    this.#left.push(...left.filter((open) => open !== undefined));
    if (!ended) return;
    ended.span.endedAt = event.at;
    ended.span.error = event.detail["error"];
  }

  /** Inside of a layer, by default the innermost at work. */
  #place(open: Open | undefined = this.#open.at(-1)): (LayerSpan | LayerEvent)[] {
    return open?.span.inside ?? this.roots;
  }
}

function isOf({ callId, layer }: LayerEvent): (open: Open) => boolean {
  return (open) =>
    open.callId === callId && open.span.layer === layer && open.span.endedAt === undefined;
}
