/** How a rule of a contract was found broken. */
export interface Breach {
  /** What breaks it, such as a rate limiter. */
  readonly subject: string;
  readonly rule: string;
  /** What was seen of it. */
  readonly seen: string;
  /** What was done, one step a line, shrunk to what it takes. */
  readonly schedule: readonly string[];
  /** The check that found it. */
  readonly check: string;
  /** Options of that check that do the same again. */
  readonly replay: { readonly seed: number; readonly path: string };
}

/** A part does not keep to a rule of its contract. The message tells all there is to know. */
export class BrokenRuleError extends Error {
  override readonly name = "BrokenRuleError";
  readonly rule: string;
  readonly seen: string;
  readonly schedule: readonly string[];
  readonly replay: { readonly seed: number; readonly path: string };

  constructor({ subject, rule, seen, schedule, check, replay }: Breach) {
    super(
      [
        `The ${subject} breaks the rule "${rule}": ${seen}`,
        "What was done:",
        ...schedule.map((line) => `  ${line}`),
        `To replay: ${check}(factory, { seed: ${replay.seed}, path: "${replay.path}" })`,
      ].join("\n"),
    );
    this.rule = rule;
    this.seen = seen;
    this.schedule = schedule;
    this.replay = replay;
  }
}
