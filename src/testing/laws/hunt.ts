import type { Parameters } from "fast-check";

import type { FastCheck } from "../fast-check.ts";
import type { BrokenLaw } from "./broken-law-error.ts";
import { schedules } from "./schedules.ts";
import { amongIdentities, inStack, nested } from "./stacking.ts";
import { type Finding, type Subject, trial } from "./trial.ts";

/** What a layer was put through. */
export interface LayerReport {
  /** Schedules that were played. */
  readonly runs: number;
  /** Calls that were made in them. */
  readonly calls: number;
  /** Calls of the inner service that the layer made for them. */
  readonly leafCalls: number;
}

/** What came of the hunt. */
export interface Bag {
  readonly report: LayerReport;
  readonly broken: Omit<BrokenLaw, "layer"> | undefined;
}

/** Looks for a schedule that breaks a law; once one is found, for the shortest that breaks the same. */
export async function hunt(
  fc: FastCheck,
  subject: Subject,
  parameters: Parameters<unknown>,
): Promise<Bag> {
  let report: LayerReport = { runs: 0, calls: 0, leafCalls: 0 };
  let shortest: (Finding & { readonly law: string }) | undefined;
  const arrangement = fc.constantFrom(inStack, amongIdentities, nested);
  const keepsLaws = fc.asyncProperty(schedules(fc), arrangement, async (...args) => {
    const finding = await trial(subject, ...args);
    const law = shortest?.law ?? [...finding.breaches.keys()][0];
    report = added(report, finding);
    if (law === undefined || !finding.breaches.has(law)) return true;
    shortest = { ...finding, law };
    return false;
  });
  const { seed, counterexamplePath } = await fc.check(keepsLaws, parameters);
  if (!shortest) return { report, broken: undefined };
  const { law, breaches, schedule } = shortest;
  const also = [...breaches.keys()].filter((name) => name !== law);
  const replay = { seed, path: counterexamplePath ?? "" };
  return {
    report,
    broken: { law, seen: breaches.get(law) ?? "", also, schedule: schedule(), replay },
  };
}

function added({ runs, calls, leafCalls }: LayerReport, finding: Finding): LayerReport {
  return {
    runs: runs + 1,
    calls: calls + finding.calls,
    leafCalls: leafCalls + finding.leafCalls,
  };
}
