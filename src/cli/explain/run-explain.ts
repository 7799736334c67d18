import { existsSync } from "node:fs";

import { httpStack } from "../../layers/http-stack/http-stack.ts";
import { settingsOf } from "../config/settings.ts";
import type { CrawlValues } from "../crawl-command.ts";
import { crawlStackOptions } from "../crawl-values.ts";
import { exitCodes } from "../exit-codes.ts";
import { fetchStackOptions } from "../fetch-values.ts";
import { printable } from "../printable.ts";
import { requireAccepted } from "../require-accepted.ts";
import { requireTogether } from "../require-together.ts";
import { openCache } from "../stack-options.ts";
import { print } from "../standard-output.ts";
import { plannedBy } from "../state/crawl-state.ts";
import { crawlStory } from "./crawl-story.ts";
import type { Explained } from "./explain-command.ts";
import { layerStory, type LayerStory, leafStory } from "./layer-story.ts";
import { type Settled, settledOption, valueIn } from "./settled-option.ts";
import { wrapped } from "./wrapped.ts";

/** What `pagoda explain` tells. */
export interface Explanation {
  readonly command: Explained["command"];
  /** Outermost first. */
  readonly layers: readonly LayerStory[];
  readonly options: readonly Settled[];
}

/** Does `pagoda explain`. Resolves to its exit code, rejects where the stack cannot be built. */
export async function runExplain(explained: Explained): Promise<number> {
  const explanation = await explanationOf(explained);
  const text = explained.isJson
    ? JSON.stringify(explanation, undefined, 2)
    : explanationLines(explanation, process.stdout.columns).map(printable).join("\n");
  await print(`${text}\n`);
  return exitCodes.done;
}

/** The layers as the command would build them, and its options. Sends nothing and creates nothing. */
export async function explanationOf(explained: Explained): Promise<Explanation> {
  const { command, placeOf, values: given } = explained;
  const { urls, values } = plannedOf(explained);
  using cache = await openCache(values);
  const isCrawl = command === "crawl";
  if (isCrawl) await requireAccepted({ urls, values }, cache);
  const stack = isCrawl
    ? crawlStackOptions(urls, values, cache)
    : fetchStackOptions(explained.values, cache);
  const names = httpStack(stack).describe();
  return {
    command,
    layers: [
      ...(isCrawl ? crawlStory(values) : []),
      ...names.map((name) => layerStory(name, stack)),
      leafStory(stack),
    ],
    options: settingsOf(command).map((setting) => {
      const isKept = valueIn(values, setting.attribute) !== valueIn(given, setting.attribute);
      return settledOption(setting, values, placeOf(setting) ?? (isKept ? given.state : undefined));
    }),
  };
}

/** With what a crawl that was begun before goes on with. */
function plannedOf(explained: Explained): {
  readonly urls: readonly string[];
  readonly values: CrawlValues;
} {
  const { command, values } = explained;
  if (command === "crawl") requireTogether(values);
  const isKept = command === "crawl" && values.state !== undefined && existsSync(values.state);
  return isKept ? plannedBy(explained) : explained;
}

/** The same for people, in lines of so many characters. */
export function explanationLines(
  { command, layers, options }: Explanation,
  columns = 100,
): readonly string[] {
  const nameWidth = Math.max(...options.map(({ name }) => name.length)) + 2;
  return [
    `What a request of pagoda ${command} goes through, from the outside in:`,
    "",
    ...layers.flatMap(({ does, layer, why }) => [
      ...wrapped(does, layer.padEnd(20), columns),
      ...wrapped(`why here: ${why}`, " ".repeat(20), columns),
    ]),
    "",
    "Options, those that were given first, and where they came from:",
    "",
    ...options
      .toSorted((a, b) => Number(a.from === "default") - Number(b.from === "default"))
      .map(({ from, name, value }) => `${name.padEnd(nameWidth)}${value ?? "-"}  (${from})`),
  ];
}
