import { parseArgs } from "node:util";

import { checkLayer } from "../../src/testing/laws/check-layer.ts";
import { lawfulLayers } from "../support/lawful-layers.ts";

/** Puts all layers to the laws for long: `npm run laws -- --runs 10000 --only retry --seed 1`. */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    only: { type: "string", default: "" },
    seed: { type: "string" },
  },
});
const seed = values.seed === undefined ? {} : { seed: Number(values.seed) };

for (const { name, make, traits } of lawfulLayers) {
  if (!name.includes(values.only)) continue;
  try {
    const options = { ...traits, ...seed, runs: Number(values.runs) };
    const { runs, calls, leafCalls } = await checkLayer(make, options);
    tell(`${name}: ${runs} runs, ${calls} calls, ${leafCalls} of the leaf`);
  } catch (error) {
    process.exitCode = 1;
    tell(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
