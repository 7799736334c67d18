import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a process cost, from its first instant to its last, in milliseconds. */
export interface StartCost {
  readonly cpuMs: number;
}

/** `bench/`, as seen from where this runs, `bench/dist/bench/start/`. */
const bench = new URL("../../../", import.meta.url);
const command = fileURLToPath(new URL("../dist/cli/main.js", bench));

/** What each subject has Node do. */
export const subjects: Readonly<Record<string, readonly string[]>> = {
  node: ["--eval", "0"],
  'import "undici"': importing("undici"),
  'import "got"': importing("got"),
  'import "@crawlee/http"': importing("@crawlee/http"),
  'import "@crawlee/cheerio"': importing("@crawlee/cheerio"),
  'import "pagoda"': importing(new URL("../dist/index.js", bench).href),
  "pagoda --version": [command, "--version"],
  "pagoda --help": [command, "--help"],
  "pagoda crawl": [command, "crawl", "http://127.0.0.1:9/"], // where nobody answers
};

/** Measures one start in a process of its own, which tells at its end what it has cost. */
export function measureStart(subject: string): StartCost {
  const { output } = spawnSync(process.execPath, ["--import", tell, ...(subjects[subject] ?? [])], {
    cwd: bench,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const { system, user }: NodeJS.CpuUsage = JSON.parse(output[3] ?? "");
  return { cpuMs: (user + system) / 1000 };
}

function importing(name: string): readonly string[] {
  return ["--input-type=module", "--eval", `import ${JSON.stringify(name)}`];
}

const tell = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  process.on("exit", () => writeSync(3, JSON.stringify(process.cpuUsage())));`)}`;
