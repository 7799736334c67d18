import { machine } from "../machine.ts";
import { type Cost, measure } from "./measure.ts";
import { type Residue, sharedSignal } from "./shared-signal.ts";
import { cockatiel } from "./subjects/cockatiel.ts";
import { connect } from "./subjects/connect.ts";
import { effect } from "./subjects/effect.ts";
import { koaCompose } from "./subjects/koa-compose.ts";
import { pagoda } from "./subjects/pagoda.ts";
import { traced } from "./subjects/tracing.ts";
import { undici } from "./subjects/undici.ts";
import { yardsticks } from "./subjects/yardsticks.ts";

/** All that was measured in one run. */
export interface Report {
  readonly node: string;
  readonly machine: string;
  readonly costs: readonly Cost[];
  readonly residue: Residue;
}

/** Measures everything beside each other. */
export async function makeReport(): Promise<Report> {
  const peers = [koaCompose, cockatiel, undici, effect, connect];
  const rows = await Promise.all(peers.map((peer) => peer()));
  const costs = await measure([...yardsticks, ...pagoda, ...traced, ...rows.flat()]);
  return { node: process.version, machine, costs, residue: await sharedSignal() };
}
