import { type Finding, findingText } from "./finding.ts";

/** How a rule of a contract was found broken. */
export interface Breach extends Finding {
  /** What breaks it, such as a rate limiter. */
  readonly subject: string;
  readonly rule: string;
  /** The check that found it. */
  readonly check: string;
}

/** A part does not keep to a rule of its contract. The message tells all there is to know. */
export class BrokenRuleError extends Error implements Finding {
  override readonly name = "BrokenRuleError";
  readonly rule: string;
  readonly seen: string;
  readonly schedule: readonly string[];
  readonly replay: Finding["replay"];

  constructor(breach: Breach) {
    const { subject, rule, seen, schedule, check, replay } = breach;
    super(findingText([`The ${subject} breaks the rule "${rule}": ${seen}`], breach, check));
    this.rule = rule;
    this.seen = seen;
    this.schedule = schedule;
    this.replay = replay;
  }
}
