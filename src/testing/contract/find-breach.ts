import type { Arbitrary } from "fast-check";

import { type FastCheck, loadFastCheck } from "../fast-check.ts";
import { BrokenRuleError } from "./broken-rule-error.ts";
import { BrokenRule } from "./broken-rule.ts";
import { type Search, searchParameters } from "./search.ts";

/** What is looked for. */
export interface Contract<Case> {
  /** Name of the check, for messages. */
  readonly check: string;
  /** What is checked, for messages. */
  readonly subject: string;
  readonly cases: (fc: FastCheck) => Arbitrary<Case>;
  /** Rejects with a {@link BrokenRule} where the case shows one. */
  readonly judge: (found: Case) => Promise<void>;
  /** The case in lines for a reader. */
  readonly tell: (found: Case) => readonly string[];
}

/**
 * Looks for a case in which a contract does not hold, and rejects with a {@link BrokenRuleError} that
 * tells the smallest there is.
 */
export async function findBreach<Case>(contract: Contract<Case>, search: Search): Promise<void> {
  const parameters = searchParameters(search);
  const fc = await loadFastCheck(contract.check);
  const property = fc.asyncProperty(contract.cases(fc), ofOneRule(contract.judge));
  const found = await fc.check(property, parameters);

  if (!found.failed) return;
  const { errorInstance: error, counterexample, counterexamplePath } = found;
  if (!(error instanceof BrokenRule) || counterexample === null) throw error;
  const { check, subject, tell } = contract;
  throw new BrokenRuleError({
    check,
    subject,
    rule: error.rule,
    seen: error.message,
    schedule: tell(counterexample[0]),
    replay: { seed: found.seed, path: counterexamplePath ?? "" },
  });
}

/** The same judge, which from the first breach on knows that rule only: so cases shrink within it. */
function ofOneRule<Case>(judge: Contract<Case>["judge"]): Contract<Case>["judge"] {
  let known: string | undefined;
  return async (found) => {
    try {
      await judge(found);
    } catch (error) {
      const rule = error instanceof BrokenRule ? error.rule : "";
      known ??= rule;
      if (rule === known) throw error;
    }
  };
}
