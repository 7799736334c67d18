/** A rule of a contract does not hold. */
export class BrokenRule extends Error {
  override readonly name = "BrokenRule";
  readonly rule: string;

  constructor(rule: string, what: string) {
    super(what);
    this.rule = rule;
  }
}

/** Throws a {@link BrokenRule} unless the rule holds. */
export function requireRule(holds: boolean, rule: string, what: () => string): void {
  if (!holds) throw new BrokenRule(rule, what());
}
