import { getEventListeners } from "node:events";

import fc from "fast-check";

import { Cancellation, type CancellationSource } from "../../src/service/cancellation.ts";
import { SignalSource } from "../../src/service/signal-source.ts";

/** Something that happens to a {@link Forest}. Numbers choose a node or a hook, round and round. */
export interface Step {
  readonly do: "grow" | "hook" | "unhook" | "abort" | "dispose" | "abort signal";
  readonly at: number;
  readonly lifetime: number;
}

const kinds = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step["do"]>("grow") },
  { weight: 6, arbitrary: fc.constant<Step["do"]>("hook") },
  { weight: 4, arbitrary: fc.constantFrom<Step["do"][]>("unhook", "abort", "dispose") },
  { weight: 1, arbitrary: fc.constant<Step["do"]>("abort signal") },
);

/** Things that happen to a {@link Forest}. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ do: kinds, at: fc.nat(11), lifetime: fc.nat(11) }),
  { minLength: 1, maxLength: 40, size: "max" },
);

/** A node, or the root, with what the model says of it. */
interface Node {
  readonly source: CancellationSource;
  readonly above: readonly Node[];
  readonly below: Node[];
  /** Hooks that were neither told nor taken back. */
  readonly waiting: Set<Hook>;
  reason: number | undefined;
  disposed: boolean;
}

interface Hook {
  readonly node: Node;
  readonly told: unknown[];
  readonly expected: unknown[];
  handle?: Disposable;
  unhooked: boolean;
}

/** Cancellations that grow on each other and on an AbortSignal, beside a model of what they tell. */
export class Forest {
  /** What a hook was told that it should not have been told. */
  readonly wrong: string[] = [];
  readonly #controller = new AbortController();
  readonly #signal: Node;
  readonly #nodes: Node[] = [];
  readonly #hooks: Hook[] = [];
  readonly #reactions: Step[];
  #reasons = 0;

  /** Each hook that is told plays one of the reactions. */
  constructor(reactions: readonly Step[] = []) {
    this.#signal = nodeOf(SignalSource.of(this.#controller.signal), []);
    this.#reactions = [...reactions];
  }

  play(step: Step): void {
    const node = this.#nodes[step.at % this.#nodes.length];
    if (step.do === "grow") this.#grow(step);
    else if (step.do === "abort signal") this.#abort(this.#signal);
    else if (step.do === "unhook") this.#unhook(step);
    else if (!node) return;
    else if (step.do === "hook") this.#hook(node);
    else if (step.do === "abort") this.#abort(node);
    else this.#dispose(node);
  }

  /** What nodes, hooks and the signal say, and what the model says they should. */
  compare(): { readonly said: unknown; readonly expected: unknown } {
    const nodes = this.#nodes;
    const hooks = this.#hooks;
    return {
      said: {
        nodes: nodes.map(({ source }) => [source.aborted, source.reason]),
        hooks: hooks.map(({ told }) => told),
        listeners: this.listeners().length,
      },
      expected: {
        nodes: nodes.map(({ reason }) => [reason !== undefined, reason]),
        hooks: hooks.map(({ expected }) => expected),
        listeners: this.#signal.below.some(isBusy) ? 1 : 0,
      },
    };
  }

  end(): void {
    for (const node of this.#nodes) this.#dispose(node);
  }

  listeners(): readonly unknown[] {
    return getEventListeners(this.#controller.signal, "abort");
  }

  #grow({ at, lifetime }: Step): void {
    const places = [undefined, this.#signal, ...this.#nodes];
    const parent = places[at % places.length];
    const life = places[lifetime % places.length];
    const above = [parent, life].filter((node) => node !== undefined);
    const node = nodeOf(new Cancellation(parent?.source, life?.source), above);
    for (const { below } of above) below.push(node);
    node.reason = parent?.reason ?? life?.reason;
    this.#nodes.push(node);
  }

  #hook(node: Node): void {
    const hook: Hook = { node, told: [], expected: [], unhooked: false };
    this.#hooks.push(hook);
    if (node.reason !== undefined) hook.expected.push(node.reason);
    else if (!node.disposed) node.waiting.add(hook);
    hook.handle = node.source.onAbort((reason) => this.#tell(hook, reason));
  }

  #tell(hook: Hook, reason: unknown): void {
    const { node, told, handle, unhooked } = hook;
    if (told.length > 0) this.wrong.push("told twice");
    if (reason !== node.source.reason) this.wrong.push(`told ${String(reason)}, not the reason`);
    if (handle && node.disposed) this.wrong.push("told after its node was disposed");
    if (unhooked) this.wrong.push("told after it was taken back");
    told.push(reason);
    const reaction = this.#reactions.shift();
    if (reaction) this.play(reaction);
  }

  #unhook({ at }: Step): void {
    const hook = this.#hooks[at % this.#hooks.length];
    if (!hook?.handle) return;
    hook.handle[Symbol.dispose]();
    hook.unhooked = true;
    hook.node.waiting.delete(hook);
  }

  #abort(node: Node): void {
    const reason = ++this.#reasons;
    spread(node, reason);
    fire(node);
    if (node.source instanceof Cancellation) node.source.abort(reason);
    else this.#controller.abort(reason);
  }

  #dispose(node: Node): void {
    node.disposed = true;
    node.waiting.clear();
    if (node.source instanceof Cancellation) node.source[Symbol.dispose]();
  }
}

function nodeOf(source: CancellationSource, above: readonly Node[]): Node {
  return { source, above, below: [], waiting: new Set(), reason: undefined, disposed: false };
}

/** Whatever depends on an aborted node is aborted, unless it was before. */
function spread(node: Node, reason: number): void {
  if (node.reason !== undefined) return;
  node.reason = reason;
  for (const below of node.below) spread(below, reason);
}

/** Hooks are told unless a dispose has cut them off. */
function fire(node: Node): void {
  if (node.disposed) return;
  for (const hook of node.waiting) hook.expected.push(node.reason);
  node.waiting.clear();
  for (const below of node.below) fire(below);
}

/** Whether a node has a reason to listen to what is above it. */
function isBusy(node: Node): boolean {
  return !node.disposed && (node.waiting.size > 0 || node.below.some(isBusy));
}
