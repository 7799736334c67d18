import type { Layer } from "../../service/layer.ts";
import { requireFunction, requireObject } from "../../service/options.ts";
import { type LayerTraits, requireTraits } from "../../service/traits.ts";
import { type Search, searchParameters } from "../contract/search.ts";
import { loadFastCheck } from "../fast-check.ts";
import { BrokenLawError } from "./broken-law-error.ts";
import { measure } from "./capacity.ts";
import { hunt, type LayerReport } from "./hunt.ts";
import { bare } from "./stacking.ts";
import { StrayErrors } from "./stray-errors.ts";
import { traitsOf } from "./traits-of.ts";
import type { Subject } from "./trial.ts";
import { World } from "./world.ts";

/** Options of {@link checkLayer}: traits, where they differ from what the layer declared, and these. */
export interface CheckLayerOptions extends LayerTraits, Search {}

/**
 * Checks that a layer keeps the laws that hold for every layer, whatever calls, failures, aborts and
 * waits come in which order.
 *
 * Plays random schedules, in virtual time, with callers above the layer and a scripted service below.
 * `factory` is called often, and makes a new layer each time.
 * Rejects with a {@link BrokenLawError} that names the law, what was seen of it, and the schedule,
 * shrunk to the steps that it takes; the same seed finds it again.
 * The laws take into account what the layer has declared of itself as traits, or is said of it here.
 * One in which calls are seen to wait for others is held to first come, first served, unless
 * `queues: false` is said here.
 * Make limits small: one of up to 64 calls is filled on purpose, a larger one seldom.
 * What has tripped has 250 successes and as much time as it takes to recover.
 * It needs the package fast-check, version 4. Rejections that nobody handles and errors that nobody
 * catches are taken for those of the layer, so that nothing else should run meanwhile.
 *
 * @example
 * ```ts
 * test("mine is a good layer", () => checkLayer(() => mine({ limit: 2 }), { queues: true }));
 * ```
 */
export async function checkLayer(
  factory: () => Layer<string, string>,
  options: CheckLayerOptions = {},
): Promise<LayerReport> {
  requireFunction("factory", factory);
  requireObject("options", options);
  const { runs, seed, path, ...said } = options;
  const parameters = searchParameters({ runs, seed, path });
  requireTraits(said);
  const fc = await loadFastCheck("checkLayer");
  const stray = new StrayErrors();
  try {
    const subject = await subjectOf(factory, said, stray);
    const { broken, report } = await hunt(fc, subject, parameters);
    if (broken) throw new BrokenLawError({ layer: factory().name || "anonymous", ...broken });
    return report;
  } finally {
    stray[Symbol.dispose]();
  }
}

async function subjectOf(
  factory: () => Layer<string, string>,
  said: LayerTraits,
  stray: StrayErrors,
): Promise<Subject> {
  const layer = factory();
  requireFunction("factory()", layer);
  const declared = traitsOf(layer, said);
  const enter = (world: World): void => stray.enter(world);
  const world = (): World => new World((inner, timeline) => bare(factory(), inner, timeline));
  const fresh = await measure(world, declared);
  const { queues = declared.queues || fresh.queues } = said;
  return { factory, traits: { ...declared, queues }, enter, fresh };
}
