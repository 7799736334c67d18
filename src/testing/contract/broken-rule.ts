/** Tells, inside a check, which rule of a contract does not hold, and what was seen of it. */
export class BrokenRule extends Error {
  override readonly name = "BrokenRule";
  readonly rule: string;

  constructor(rule: string, seen: string) {
    super(seen);
    this.rule = rule;
  }
}

/** Throws a {@link BrokenRule} unless the rule holds. */
export function requireRule(holds: boolean, rule: string, seen: () => string): void {
  if (!holds) throw new BrokenRule(rule, seen());
}
