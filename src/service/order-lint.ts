import type { LayerPart, LayerTraits } from "./traits.ts";

/** An order of layers that defeats one of them. */
export interface OrderFlaw {
  readonly code: string;
  readonly message: string;
}

/** Two traits that do not go together, the one above the other. */
interface Rule {
  readonly code: string;
  readonly above: (traits: LayerTraits) => boolean | undefined;
  readonly below: (traits: LayerTraits) => boolean | undefined;
  readonly message: (above: string, below: string) => string;
}

const RULES: readonly Rule[] = [
  {
    code: "PAGODA_LIMIT_ABOVE_CACHE",
    above: ({ limits }) => limits,
    below: ({ answers }) => answers,
    message: (limit, cache) =>
      `"${limit}" stands above "${cache}", so what could be answered at once waits for a turn: put it below`,
  },
  {
    code: "PAGODA_TWO_RETRIES",
    above: repeatsInTurn,
    below: repeatsInTurn,
    message: (outer, inner) =>
      `"${outer}" repeats what "${inner}" below it repeats, so their attempts multiply: keep one of them`,
  },
  {
    code: "PAGODA_HEDGE_OUTSIDE_RETRY",
    above: (traits) => repeats(traits) && traits.parallel,
    below: repeats,
    message: (hedge, inner) =>
      `"${hedge}" stands above "${inner}", so each of its calls is repeated and a failure looks slow: put it below`,
  },
];

/**
 * What is wrong with an order of layers, outermost first, over what their leaf is made of, if that is
 * known. One that declares nothing is trusted, and what is wrong within the leaf is told of that.
 */
export function orderFlaws(
  layers: readonly LayerPart[],
  leaf: readonly LayerPart[] = [],
): readonly OrderFlaw[] {
  return layers.flatMap(({ name, traits }, at) => {
    const below = [...layers.slice(at + 1), ...leaf];
    return traits ? [...clashes(name, traits, below), ...nothingToShed(name, traits, below)] : [];
  });
}

/** Rules that a layer breaks with the next one below that has the other trait. */
function clashes(
  name: string,
  traits: LayerTraits,
  parts: readonly LayerPart[],
): readonly OrderFlaw[] {
  return RULES.flatMap(({ code, above, below, message }) => {
    const other = above(traits) && parts.find(({ traits }) => traits && below(traits));
    return other ? [{ code, message: message(name, other.name) }] : [];
  });
}

function nothingToShed(
  name: string,
  { sheds }: LayerTraits,
  parts: readonly LayerPart[],
): readonly OrderFlaw[] {
  if (!sheds || parts.some(({ traits }) => !traits || traits.queues)) return [];
  return [
    {
      code: "PAGODA_NOTHING_TO_SHED",
      message: `Below "${name}" no layer makes a call wait, so it has nothing to shed: put a limit below it, or declare that a layer "queues"`,
    },
  ];
}

function repeats({ multiplicity = 1 }: LayerTraits): boolean {
  return multiplicity > 1;
}

function repeatsInTurn(traits: LayerTraits): boolean {
  return repeats(traits) && !traits.parallel;
}

/** Warnings given already, so that a stack that is built often warns once. */
const given = new Set<string>();

/** Warns of the flaws of a stack, once for each code and order of layers in a process. */
export function warnOfOrder(layers: readonly LayerPart[], leaf: readonly LayerPart[] = []): void {
  const order = [...layers, ...leaf].map(({ name }) => name).join(" > ");
  for (const { code, message } of orderFlaws(layers, leaf)) {
    const id = `${code} ${order}`;
    if (given.has(id)) continue;
    given.add(id);
    process.emitWarning(`${message} (in ${order})`, { type: "PagodaWarning", code });
  }
}
