import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { Entrant } from "../entrant.ts";
import { versionOfCommand } from "../version-of.ts";

const spider = fileURLToPath(new URL("../../../../crawl/subjects/spider.py", import.meta.url));
const TELL_VERSION = "import scrapy; print(scrapy.__version__)";

/** Scrapy, under whichever Python has it. */
export const scrapy: Entrant = {
  name: "Scrapy",
  does: "links by CSS over lxml, dedup, retries, cookies, stats",
  version: () => versionOfCommand(python(), "-c", TELL_VERSION),
  runs: { command: ({ start, concurrency }) => [python(), spider, start, String(concurrency)] },
};

/** wget, which has but one request under way. */
export const wget: Entrant = {
  name: "wget -r",
  does: "one request at once; robots.txt, stylesheets, pages into files",
  version: () => versionOfCommand("wget", "--version"),
  runs: { command: ({ start }) => ["wget", "-q", "-r", "-l", "inf", start] },
};

/** That of the machine where the first on the path is another, which has no packages of Debian. */
function python(): string {
  return ["python3", "/usr/bin/python3"].find(hasScrapy) ?? "python3";
}

function hasScrapy(command: string): boolean {
  return spawnSync(command, ["-c", TELL_VERSION]).status === 0;
}
