import type { Host } from "./host.ts";
import { busy } from "./hosts/busy.ts";
import { moved } from "./hosts/moved.ts";
import { odd } from "./hosts/odd.ts";
import { polite } from "./hosts/polite.ts";
import { slow } from "./hosts/slow.ts";
import { texts } from "./hosts/texts.ts";
import { trap } from "./hosts/trap.ts";
import { www } from "./hosts/www.ts";

/** All hosts of the sample site, the one to start at first. `wait` holds up each answer of the slow one. */
export function demoHosts(wait: (path: string) => Promise<void>): readonly Host[] {
  const others = [slow(wait), polite, busy, moved, trap, texts, odd];
  return [www(others.map(({ name }) => name)), ...others];
}
