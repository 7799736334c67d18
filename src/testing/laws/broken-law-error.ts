/** How a law was found broken. */
export interface BrokenLaw {
  readonly layer: string;
  /** Which law. */
  readonly law: string;
  /** What was seen of it. */
  readonly seen: string;
  /** Other laws that broke in the same run. */
  readonly also: readonly string[];
  /** What was done, one step a line, shrunk to what it takes. */
  readonly schedule: readonly string[];
  /** Options of `checkLayer` that do the same again. */
  readonly replay: { readonly seed: number; readonly path: string };
}

/** A layer does not keep to a law. The message tells all there is to know. */
export class BrokenLawError extends Error {
  override readonly name = "BrokenLawError";
  readonly law: string;
  readonly seen: string;
  readonly schedule: readonly string[];
  readonly replay: { readonly seed: number; readonly path: string };

  constructor({ layer, law, seen, also, schedule, replay }: BrokenLaw) {
    super(
      [
        `The layer "${layer}" breaks the law "${law}": ${seen}`,
        ...(also.length > 0 ? [`Broken as well: ${also.join(", ")}`] : []),
        "What was done:",
        ...schedule.map((line) => `  ${line}`),
        `To replay: checkLayer(factory, { seed: ${replay.seed}, path: "${replay.path}" })`,
      ].join("\n"),
    );
    this.law = law;
    this.seen = seen;
    this.schedule = schedule;
    this.replay = replay;
  }
}
