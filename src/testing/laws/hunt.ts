import type { Arbitrary, Parameters } from "fast-check";

import type { FastCheck } from "../fast-check.ts";
import type { BrokenLaw } from "./broken-law-error.ts";
import type { Fresh } from "./capacity.ts";
import type { Command } from "./command.ts";
import { crowdedSchedules, schedules } from "./schedules.ts";
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

/** Limits that a schedule reaches by itself. */
const FEW = 2;
/** Limits that it takes too long to fill. */
const MANY = 64;

/** Looks for a schedule that breaks a law; once one is found, for the shortest that breaks the same. */
export async function hunt(
  fc: FastCheck,
  subject: Subject,
  parameters: Parameters<unknown>,
): Promise<Bag> {
  let report: LayerReport = { runs: 0, calls: 0, leafCalls: 0 };
  let shortest: (Finding & { readonly law: string }) | undefined;
  const arrangement = fc.constantFrom(inStack, amongIdentities, nested);
  const keepsLaws = fc.asyncProperty(
    schedulesFor(fc, subject.fresh),
    arrangement,
    async (...args) => {
      const finding = await trial(subject, ...args);
      const law = shortest?.law ?? [...finding.breaches.keys()][0];
      report = added(report, finding);
      if (law === undefined || !finding.breaches.has(law)) return true;
      shortest = { ...finding, law };
      return false;
    },
  );
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

/** A limit is filled where plain schedules would seldom reach it, and that does not take too many. */
function schedulesFor(fc: FastCheck, { capacity }: Fresh): Arbitrary<readonly Command[]> {
  const [room] = [...capacity]
    .filter(([, limit]) => limit > FEW && limit <= MANY)
    .toSorted(([, one], [, other]) => other - one);
  return room ? crowdedSchedules(fc, { request: room[0], count: room[1] }) : schedules(fc);
}

function added({ runs, calls, leafCalls }: LayerReport, finding: Finding): LayerReport {
  return {
    runs: runs + 1,
    calls: calls + finding.calls,
    leafCalls: leafCalls + finding.leafCalls,
  };
}
