import { Circuit, type CircuitLimits } from "./circuit.ts";

/** What a circuit can be. */
export type CircuitPhaseName = Circuit["phase"]["name"];

/** A circuit, and the number of its latest use. */
interface Kept {
  readonly circuit: Circuit;
  usedAt: number;
}

/** Circuits by key, of which those with least to forget give way to others. */
export class Circuits {
  readonly #limits: CircuitLimits;
  readonly #maxKeys: number;
  readonly #kept = new Map<string, Kept>();
  #uses = 0;

  constructor(limits: CircuitLimits, maxKeys: number) {
    this.#limits = limits;
    this.#maxKeys = maxKeys;
  }

  /** The circuit of a key, made if need be. */
  of(key: string): Circuit {
    let kept = this.#kept.get(key);
    if (!kept) {
      if (this.#kept.size >= this.#maxKeys) this.#makeRoom();
      kept = { circuit: new Circuit(key, this.#limits), usedAt: 0 };
      this.#kept.set(key, kept);
    }
    kept.usedAt = ++this.#uses;
    return kept.circuit;
  }

  /** In which phase each of them is. */
  *phases(): Generator<CircuitPhaseName, void> {
    for (const { circuit } of this.#kept.values()) yield circuit.phase.name;
  }

  /** Forgets a tenth, so that to sort them costs little for each; at least one. */
  #makeRoom(): void {
    const byWorth = [...this.#kept.values()].toSorted(
      (a, b) => weight(a.circuit) - weight(b.circuit) || a.usedAt - b.usedAt,
    );
    const least = byWorth.slice(0, Math.max(1, byWorth.length / 10));
    for (const { circuit } of least) this.#kept.delete(circuit.key);
  }
}

/** How much there is to forget of a circuit: nothing, failures, or that it is not closed. */
function weight({ phase }: Circuit): number {
  if (phase.name !== "closed") return 2;
  return phase.history.failures > 0 ? 1 : 0;
}
