import { defaultOf } from "../../src/cli/config/config-template.ts";
import type { Setting, TableName } from "../../src/cli/config/setting.ts";
import { allSettings } from "../../src/cli/config/settings.ts";
import { markdownTable } from "./markdown-table.ts";

/** The text of docs/configuration.md, from the definitions of the options. */
export function configurationPage(): string {
  const parts = [
    INTRODUCTION,
    VALUES,
    ["## Options of both commands", "", ...optionTable("")],
    ["## `[crawl]`", "", ...optionTable("crawl")],
    ["## `[fetch]`", "", ...optionTable("fetch")],
    [...FEATURES, ...optionTable("features")],
    EXPLAIN,
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

const INTRODUCTION = [
  "# Configuration",
  "",
  "<!-- Written by `npm run docs` from the definitions of the options. -->",
  "",
  "Every option of `pagoda crawl` and `pagoda fetch` can be given in three ways. **Flags count before environment variables,",
  "those before a file, that before what a `--state` was begun with, and that before the defaults.**",
  "",
  "```sh",
  "pagoda init                                                      # writes pagoda.toml, with all options",
  "pagoda crawl --config pagoda.toml https://example.com            # reads it",
  "PAGODA_MAX_PAGES=100 pagoda crawl --config pagoda.toml https://example.com",
  "pagoda explain --config pagoda.toml                              # tells what comes of it",
  "```",
  "",
  "```toml",
  "# pagoda.toml",
  'user-agent = "shop-bot/1.0 (+https://shop.example/bot)"',
  'timeout = "10s"',
  "",
  "[crawl]",
  "max-pages = 5000",
  'delay = "500ms"',
  'include = ["*/blog/*", "*/news/*"]',
  "",
  "[features]",
  "circuit-breaker = true",
  "cookies = false",
  "```",
  "",
  "A file is read where `--config` or `PAGODA_CONFIG` names it, and never because it lies about: what a command does shall not",
  "depend on the folder it is started in. Its paths are relative to its own folder, so it means the same wherever it is",
  "read from; those of flags and variables are relative to the working folder. It is never written to: an output of that name is",
  "refused.",
];
const VALUES = [
  "## Syntax",
  "",
  "- A key is the name of the flag. What both commands have stands before all tables, or in `[crawl]` or `[fetch]` for that",
  "  command only.",
  '- Durations are `"200ms"`, `"5s"`, `"2m"`, `"1h"`; sizes `"500kB"`, `"10MB"`, `"10MiB"`; bare numbers are milliseconds and',
  "  bytes. What can be given several times is a list, or one text.",
  "- In a variable a switch is `true`, `1`, `yes`, `on`, or `false`, `0`, `no`, `off`; a list has an entry a line. A variable that is",
  "  empty says nothing. `PAGODA_NO_CACHE=true` does without a cache; a path that is called `false` is refused, but `./false`.",
  "- To each switch there is the opposite flag: `--no-quiet` takes back a `quiet = true`, `--robots` a `robots = false`. What counts",
  "  for more also puts out what it contradicts: `--verbose` a `quiet = true`.",
  "- Nothing is taken silently for something else. The whole file is checked, and what is wrong exits with 2. The first error is",
  "  told; variables that are of no option are told all at once:",
  "",
  "```text",
  "pagoda: pagoda.toml:6:1: There is no option crawl.max-page (did you mean max-pages?)",
  'pagoda: pagoda.toml:7:1: Expected crawl.delay to be a duration such as 200ms, 5s, 2m or 1h: got "soon"',
  "pagoda: There is no variable PAGODA_DETPH (did you mean PAGODA_DEPTH?), PAGODA_USERNAME",
  "```",
  "",
  "All that begins with `PAGODA_` has to be of an option, and a name is suggested where one is two edits away. Excepted are",
  "`PAGODA_PORT…`, `PAGODA_SERVICE_HOST`, `PAGODA_SERVICE_PORT…`, `PAGODA_ENV_…` and `PAGODA_NAME`, by which Kubernetes and Docker tell",
  "of a service called pagoda, and those of a service whose name begins with pagoda, such as `PAGODA_WEB_SERVICE_HOST`.",
  "",
  "What may be a secret is never shown, not in errors either. HTTP_PROXY and NO_PROXY are not read: `PAGODA_PROXY` is.",
];
const FEATURES = [
  "## `[features]`",
  "",
  "The parts of the stack that can be there or not. `cache = false` does without a cache, whatever names one.",
  "",
];
const EXPLAIN = [
  "## `pagoda explain`",
  "",
  "`pagoda explain [crawl|fetch] [url...]` takes the options of that command, and tells layer by layer, from the outside in, the stack",
  "that they build, what each layer does and why it stands there; then each option with where it came from: a flag, a variable, a",
  "line of a file, `default`. `--json` is for programs. It sends nothing and creates nothing.",
];

function optionTable(table: TableName): readonly string[] {
  const settings = allSettings().filter((setting) => setting.table === table);
  return markdownTable(["key", "variable", "default", "what"], settings.map(rowOf));
}

function rowOf(setting: Setting): readonly string[] {
  const { key, option, variable } = setting;
  const standard = defaultOf(setting);
  const choices = option.argChoices ? `: ${option.argChoices.join(", ")}` : "";
  const off = setting.kind === "off" ? ` (as a variable: \`${variable}=true\`)` : "";
  const condition = option.negate ? `if \`false\`${off}: ` : "";
  return [
    `\`${key}\``,
    `\`${variable}\``,
    standard === undefined ? "" : `\`${String(standard)}\``,
    condition + escaped(`${option.description.replace(" (repeatable)", "; a list")}${choices}`),
  ];
}

/** What Markdown would take for its own. */
function escaped(text: string): string {
  return text.replaceAll(/(?<!\\)[*_|]/g, String.raw`\$&`);
}
