import type { Layer } from "../../service/layer.ts";
import { requireFunction, requireWhole, show } from "../../service/options.ts";
import { type LayerTraits, requireTraits } from "../../service/traits.ts";
import { loadFastCheck } from "../fast-check.ts";
import { BrokenLawError } from "./broken-law-error.ts";
import { capacityOf } from "./conservation.ts";
import { hunt, type LayerReport } from "./hunt.ts";
import { bare } from "./stacking.ts";
import { traitsOf } from "./traits-of.ts";
import type { Subject } from "./trial.ts";
import { UnhandledRejections } from "./unhandled-rejections.ts";
import { World } from "./world.ts";

/** Options of {@link checkLayer}: traits, where they differ from what the layer declared, and these. */
export interface CheckLayerOptions extends LayerTraits {
  /** How many schedules are played. @defaultValue 100 */
  readonly runs?: number;
  /** Begins the same runs again. @defaultValue another one each time */
  readonly seed?: number;
  /** Goes at once to the run that the error has told of. @defaultValue all runs */
  readonly path?: string;
}

/**
 * Checks that a layer keeps the laws that hold for every layer, whatever calls, failures, aborts and
 * waits come in which order.
 *
 * Plays random schedules, in virtual time, with callers above the layer and a scripted service below.
 * `factory` is called often, and makes a new layer each time.
 * Rejects with a {@link BrokenLawError} that names the law, what was seen of it, and the schedule,
 * shrunk to the steps that it takes; the same seed finds it again.
 * The laws take into account what the layer has declared of itself as traits, or is said of it here.
 * It needs the package fast-check, version 4. Rejections that nobody handles are taken for those of
 * the layer, so that nothing else should run meanwhile.
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
  const { runs = 100, seed, path, ...said } = options;
  const replay = { ...(seed !== undefined && { seed }), ...(path !== undefined && { path }) };
  requireFunction("factory", factory);
  requireWhole("runs", runs, 1);
  requireTraits(said);
  requireReplay(options);
  const fc = await loadFastCheck("checkLayer");
  const unhandled = new UnhandledRejections();
  try {
    const subject = await subjectOf(factory, said, unhandled);
    const { broken, report } = await hunt(fc, subject, { numRuns: runs, ...replay });
    if (broken) throw new BrokenLawError({ layer: factory().name || "anonymous", ...broken });
    return report;
  } finally {
    unhandled[Symbol.dispose]();
  }
}

function requireReplay({ seed, path }: CheckLayerOptions): void {
  if (seed !== undefined && !Number.isInteger(seed)) {
    throw new RangeError(`Expected "seed" to be a whole number: got ${show(seed)}`);
  }
  if (path !== undefined && !(typeof path === "string" && /^\d+(?::\d+)*$/.test(path))) {
    throw new TypeError(`Expected "path" to be a path that an error has told: got ${show(path)}`);
  }
}

async function subjectOf(
  factory: () => Layer<string, string>,
  said: LayerTraits,
  unhandled: UnhandledRejections,
): Promise<Subject> {
  const layer = factory();
  requireFunction("factory()", layer);
  const traits = traitsOf(layer, said);
  const enter = (world: World): void => unhandled.enter(world);
  const fresh = await capacityOf(
    new World((inner, timeline) => bare(layer, inner, timeline)),
    traits,
  );
  return { factory, traits, enter, fresh };
}
