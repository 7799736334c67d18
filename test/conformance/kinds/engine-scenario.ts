import { differs, firstOf, NotPlayed, playerOf, type Player, type Problem } from "../case.ts";
import { generated } from "../scenarios/generated.ts";
import { handled } from "../scenarios/handled.ts";
import { resolved } from "../scenarios/resolved.ts";
import { resumed } from "../scenarios/resumed.ts";
import type { Facts, Scenario } from "../scenarios/scenario.ts";
import { signalled } from "../scenarios/signalled.ts";
import { stopped } from "../scenarios/stopped.ts";

interface ScenarioCase {
  readonly input: Scenario;
  readonly expect: Readonly<Record<string, unknown>>;
}

/** Plays a scenario by what it speaks of. */
const scenario: Player = playerOf<ScenarioCase>(async ({ input, expect }) => {
  const facts = await play(input);
  return firstOf(...Object.entries(expect).map(([key, value]) => check(facts, key, value)));
});

/** Players of the kind `engine.scenario`. */
export const engineScenarioPlayers: Readonly<Record<string, Player>> = {
  "engine.scenario": scenario,
};

function play(input: Scenario): Promise<Facts> {
  if (input.then === "resume") return resumed(input);
  if (input.resolver) return resolved(input);
  if (input.seed_generator !== undefined) return generated(input);
  if (input.handler !== undefined) return handled(input);
  if (input.requests !== undefined) return signalled(input);
  if (/SIGINT|SIGTERM/.test(input.signal ?? "")) return stopped(input);
  throw new NotPlayed("a scenario that is not understood");
}

/** A limit is the name of a fact with `_max` or `_below`; `exit_within_ms` is one too. */
function check(facts: Facts, key: string, expected: unknown): Problem {
  const name = key.replace(/_(?:max|below)$/, "");
  if (!(name in facts)) throw new NotPlayed(`an expectation that is not understood: ${key}`);
  if (name === key && key !== "exit_within_ms") return differs(key, facts[key], expected);
  const most = limitOf(facts, expected);
  return Number(facts[name]) <= most ? undefined : differs(key, facts[name], `<= ${most}`);
}

/** A number, the name of a fact, or `shutdownGraceMs + 1000`. */
function limitOf(facts: Facts, expected: unknown): number {
  const [, name = "", more = 0] = /^([a-z]\w*)(?: \+ (\d+))?$/i.exec(String(expected)) ?? [];
  return name === "" ? Number(expected) : Number(facts[name]) + Number(more);
}
