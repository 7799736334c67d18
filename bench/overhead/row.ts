/** One thing to measure. */
export interface Row {
  readonly library: string;
  /** What its layers do, or what the policies are. */
  readonly does: string;
  /** How many layers there are, where that varies. */
  readonly layers?: number;
  /** Rows of the same group are compared, so they are measured right after each other. */
  readonly group?: string;
  readonly call: (n: number) => PromiseLike<unknown>;
}

/** Makes a call through so many layers of one kind. */
export type Through = (layers: number) => Row["call"];

/** What every tower stands on. */
export async function leaf(n: number): Promise<number> {
  return n;
}

/** A row for each height of a tower, from the bare edge up where there is one. */
export function heights(library: string, does: string, through: Through, from = 0): Row[] {
  const group = `${library}, ${does}`;
  return [0, 1, 5, 10]
    .filter((layers) => layers >= from)
    .map((layers) => ({ library, does, layers, group, call: through(layers) }));
}
