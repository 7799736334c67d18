import type { Arbitrary, default as FastCheck } from "fast-check";

import { requireWhole } from "../../service/options.ts";
import { BrokenRule } from "./broken-rule.ts";

/** How long and where to look. */
export interface Search {
  /** How many cases to try. @defaultValue 100 */
  readonly runs?: number;
  /** Where to begin, as the error of an earlier search tells. @defaultValue another one each time */
  readonly seed?: number;
}

/** What is looked for. */
export interface Contract<Case> {
  /** Who asks, for messages. */
  readonly name: string;
  readonly cases: (fc: typeof FastCheck) => Arbitrary<Case>;
  /** Rejects with a {@link BrokenRule} where the case shows one. */
  readonly check: (found: Case) => Promise<void>;
  /** The case in lines for a reader. */
  readonly tell: (found: Case) => readonly string[];
}

/** Looks for a case in which a contract does not hold, and rejects with the smallest there is. */
export async function findBreach<Case>(contract: Contract<Case>, search: Search): Promise<void> {
  const { runs = 100, seed } = search;
  requireWhole("runs", runs, 1);
  if (seed !== undefined) requireWhole("seed", seed, -Infinity);
  const fc = await loadFastCheck(contract.name);
  const property = fc.asyncProperty(contract.cases(fc), oneRule(contract.check));
  const parameters = { numRuns: runs, ...(seed !== undefined && { seed }) };
  const found = await fc.check(property, parameters);

  const { errorInstance: cause, counterexample } = found;
  if (!found.failed) return;
  if (!(cause instanceof BrokenRule) || counterexample === null) throw cause;
  const lines = [
    `${contract.name} found a rule broken: ${cause.rule}.`,
    `${cause.message}, in this case (seed ${found.seed}):`,
    ...contract.tell(counterexample[0]).map((line) => `  ${line}`),
  ];
  throw new Error(lines.join("\n"), { cause });
}

/** The same check, which from the first breach on knows only the rule of that: cases shrink within it. */
function oneRule<Case>(check: Contract<Case>["check"]): Contract<Case>["check"] {
  let rule: string | undefined;
  return async (found) => {
    try {
      await check(found);
    } catch (error) {
      const broken = error instanceof BrokenRule ? error.rule : "none";
      rule ??= broken;
      if (rule === broken) throw error;
    }
  };
}

async function loadFastCheck(who: string): Promise<typeof FastCheck> {
  try {
    return (await import("fast-check")).default;
  } catch (cause) {
    throw new Error(`${who} needs fast-check 4: npm install --save-dev fast-check`, { cause });
  }
}
