import type { LayerEvent } from "../service/events.ts";
import { factsOf } from "./event-facts.ts";
import type { LayerSpan } from "./layer-tree.ts";

/** Shows a tree of layers: when each began, what it did and how long it took. */
export function layerTreeLines(roots: readonly (LayerSpan | LayerEvent)[]): readonly string[] {
  const [first] = roots;
  if (!first) return [];
  const began = startOf(first);
  return roots.flatMap((node) => linesOf(node, 0, began));
}

function linesOf(node: LayerSpan | LayerEvent, depth: number, began: number): readonly string[] {
  const at = `${(startOf(node) - began).toFixed(1)} ms`.padStart(11);
  const indent = "  ".repeat(depth + 1);
  if ("event" in node) return [`${at}${indent}· ${node.layer} ${node.event}${eventFacts(node)}`];
  const { endedAt, error, inside, layer } = node;
  const took = endedAt === undefined ? "not ended" : `${(endedAt - node.startedAt).toFixed(1)} ms`;
  const failed = error === undefined ? [] : factsOf({ error });
  return [
    `${at}${indent}${[layer, `(${took})`, ...failed].join("  ")}`,
    ...inside.flatMap((inner) => linesOf(inner, depth + 1, began)),
  ];
}

function eventFacts({ detail }: LayerEvent): string {
  const facts = factsOf(detail);
  return facts.length === 0 ? "" : `  ${facts.join(", ")}`;
}

function startOf(node: LayerSpan | LayerEvent): number {
  return "event" in node ? node.at : node.startedAt;
}
