import type { LayerPart, LayerTraits } from "./traits.ts";

/** An order of layers that defeats one of them. */
export interface OrderFlaw {
  readonly code: string;
  readonly message: string;
}

type Trait = (traits: LayerTraits) => boolean | undefined;

const repeats: Trait = ({ multiplicity = 1 }) => multiplicity > 1;
const repeatsInTurn: Trait = (traits) => repeats(traits) && !traits.parallel;
const hedges: Trait = (traits) => repeats(traits) && traits.parallel;

/** What is wrong with an order of layers, outermost first. One that declares nothing is trusted. */
export function orderFlaws(parts: readonly LayerPart[]): readonly OrderFlaw[] {
  return [
    ...pairs(
      parts,
      ({ limits }) => limits,
      ({ answers }) => answers,
      limitAboveCache,
    ),
    ...pairs(parts, repeatsInTurn, repeatsInTurn, twoRetries),
    ...pairs(parts, hedges, repeats, hedgeOutsideRetry),
    ...parts.flatMap((part, at) => nothingToShed(part, parts.slice(at + 1))),
  ];
}

/** Says what is wrong with each layer that has one trait and the next below that has the other. */
function pairs(
  parts: readonly LayerPart[],
  above: Trait,
  below: Trait,
  flaw: (above: string, below: string) => OrderFlaw,
): readonly OrderFlaw[] {
  return parts.flatMap(({ name, traits }, at) => {
    if (!traits || !above(traits)) return [];
    const other = parts.slice(at + 1).find(({ traits }) => traits && below(traits));
    return other ? [flaw(name, other.name)] : [];
  });
}

function limitAboveCache(limit: string, cache: string): OrderFlaw {
  return {
    code: "PAGODA_LIMIT_ABOVE_CACHE",
    message: `"${limit}" stands above "${cache}", so what could be answered at once waits for a turn: put it below`,
  };
}

function twoRetries(outer: string, inner: string): OrderFlaw {
  return {
    code: "PAGODA_TWO_RETRIES",
    message: `"${outer}" repeats what "${inner}" below it repeats, so their attempts multiply: keep one of them`,
  };
}

function hedgeOutsideRetry(hedge: string, inner: string): OrderFlaw {
  return {
    code: "PAGODA_HEDGE_OUTSIDE_RETRY",
    message: `"${hedge}" stands above "${inner}", so each of its calls is repeated and a failure looks slow: put it below`,
  };
}

function nothingToShed(
  { name, traits }: LayerPart,
  below: readonly LayerPart[],
): readonly OrderFlaw[] {
  if (!traits?.sheds || below.some(({ traits }) => !traits || traits.queues)) return [];
  return [
    {
      code: "PAGODA_NOTHING_TO_SHED",
      message: `Below "${name}" no layer makes a call wait, so it has nothing to shed: put a limit below it, or declare that a layer "queues"`,
    },
  ];
}

/** Warnings given already, so that a stack that is built often warns once. */
const given = new Set<string>();

/** Warns of the flaws of a stack, once for each code and order of layers in a process. */
export function warnOfOrder(parts: readonly LayerPart[]): void {
  const order = parts.map(({ name }) => name).join(" > ");
  for (const { code, message } of orderFlaws(parts)) {
    const id = `${code} ${order}`;
    if (given.has(id)) continue;
    given.add(id);
    process.emitWarning(`${message} (in ${order})`, { type: "PagodaWarning", code });
  }
}
