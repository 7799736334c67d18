import type { CircuitPhaseName, Circuits } from "./circuits.ts";

const kept = new Set<WeakRef<Circuits>>();
const gone = new FinalizationRegistry<WeakRef<Circuits>>((ref) => kept.delete(ref));

/** Counts these circuits among those there are, until it is disposed or they are garbage. */
export function enrolCircuits(circuits: Circuits): Disposable {
  const ref = new WeakRef(circuits);
  kept.add(ref);
  gone.register(circuits, ref);
  return { [Symbol.dispose]: () => void kept.delete(ref) };
}

/** How many circuits of all stacks are in each phase. */
export function countCircuits(): Readonly<Record<CircuitPhaseName, number>> {
  const counts = { closed: 0, open: 0, "half-open": 0 };
  for (const ref of kept) {
    for (const phase of ref.deref()?.phases() ?? []) counts[phase]++;
  }
  return counts;
}
