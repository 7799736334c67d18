import { type Finding, findingText } from "../contract/finding.ts";

/** How a law was found broken. */
export interface BrokenLaw extends Finding {
  readonly layer: string;
  /** Which law. */
  readonly law: string;
  /** Other laws that broke in the same run. */
  readonly also: readonly string[];
}

/** A layer does not keep to a law. The message tells all there is to know. */
export class BrokenLawError extends Error implements Finding {
  override readonly name = "BrokenLawError";
  readonly law: string;
  readonly seen: string;
  readonly schedule: readonly string[];
  readonly replay: Finding["replay"];

  constructor(broken: BrokenLaw) {
    const { layer, law, seen, also, schedule, replay } = broken;
    const others = also.length > 0 ? [`Broken as well: ${also.join(", ")}`] : [];
    const head = [`The layer "${layer}" breaks the law "${law}": ${seen}`, ...others];
    super(findingText(head, broken, "checkLayer"));
    this.law = law;
    this.seen = seen;
    this.schedule = schedule;
    this.replay = replay;
  }
}
