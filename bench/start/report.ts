import { inTurns, medianCost } from "../in-turns.ts";
import { machine } from "../machine.ts";
import { type StartCost, subjects } from "./measure.ts";

/** What was measured in one run. */
export interface StartReport {
  readonly node: string;
  readonly machine: string;
  /** Milliseconds of the processor that each start takes, in the median. */
  readonly cpuMs: Readonly<Record<string, number>>;
}

/** Measures every start, in turns. */
export function makeReport(rounds: number): StartReport {
  const turns = { script: "start.js", subjects: Object.keys(subjects), words: [], rounds };
  const costs = [...inTurns<StartCost>(turns)];
  const medians = costs.map(([subject, all]) => [subject, medianCost(all, ({ cpuMs }) => cpuMs)]);
  return { node: process.version, machine, cpuMs: Object.fromEntries(medians) };
}
