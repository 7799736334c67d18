/** Something that is done with a page or a link, in several ways that are to give the same. */
export interface Part {
  readonly name: string;
  readonly unit: "MB/s" | "ns";
  /** Kinds of input. */
  readonly kinds: readonly string[];
  readonly ways: readonly string[];
  readonly work: (way: string, kind: string) => Work;
}

/** One way to do a part with all inputs of a kind. */
export interface Work {
  /** How many bytes or links the inputs are. */
  readonly size: number;
  readonly doAll: () => void;
  readonly results: () => readonly unknown[];
}

interface PartOf<Input> extends Pick<Part, "name" | "unit"> {
  readonly inputs: Readonly<Record<string, () => readonly Input[]>>;
  readonly sizeOf: (input: Input) => number;
  readonly ways: Readonly<Record<string, (input: Input) => unknown>>;
}

/** A part in whose inputs only itself is interested. */
export function part<Input>({ name, unit, inputs, sizeOf, ways }: PartOf<Input>): Part {
  const work = (way: string, kind: string): Work => {
    const [act, all] = [ways[way], inputs[kind]?.()];
    if (!act || !all) throw new Error(`Nobody does ${name} of ${kind} by ${way}`);
    return {
      size: all.reduce((sum, input) => sum + sizeOf(input), 0),
      doAll: () => {
        for (const input of all) act(input);
      },
      results: () => all.map(act),
    };
  };
  return { name, unit, kinds: Object.keys(inputs), ways: Object.keys(ways), work };
}
