import type { CrawlStats } from "../../engine/crawl-stats.ts";
import { printable } from "../printable.ts";
import { progressCells } from "../progress-cells.ts";
import { bar, type LiveBudget, usageOf } from "./bar.ts";
import { between } from "./between.ts";
import type { fitCells } from "./fit.ts";
import type { Paint, Style } from "./paint.ts";

/** What live lines show. */
export interface LiveState {
  readonly stats: CrawlStats;
  readonly perSecond: number;
  readonly budget: LiveBudget;
  /** Hosts in words, the most of it first. */
  readonly busiest: readonly string[];
  readonly slowest: readonly string[];
  /** What failed last, the latest first. */
  readonly errors: readonly string[];
}

/** The terminal that they are shown on. */
export interface LiveSize {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
  /** Knows how wide letters are there, which takes long to load. */
  readonly fitCells: typeof fitCells;
}

/** The widest a bar is. */
const BAR = 30;
/** How wide the names of lines are, and from how many columns on they are shown. */
const NAME = 9;
const NAMED_FROM = 40;
/** Rows that are left to what scrolls above. */
const OTHER_ROWS = 2;

/** The lines that show where a crawl stands, none wider than the terminal, and no more than it has rows for. */
export function liveLines(state: LiveState, size: LiveSize): readonly string[] {
  const { busiest, errors, slowest } = state;
  const lines = [
    ...barLine(state, size),
    size.fitCells(progressCells(state.stats, state.perSecond), room(size)).join(between),
    ...named("busiest", busiest, size),
    ...named("slowest", slowest, size),
    ...errors.flatMap((error) => named("error", [error], size, "red")),
  ];
  return lines.slice(0, Math.max(1, size.rows - OTHER_ROWS));
}

function barLine({ budget, stats }: LiveState, size: LiveSize): readonly string[] {
  const usage = usageOf(stats, budget);
  if (!usage) return [];
  const percent = `${Math.floor(usage.part * 100)}%`.padStart(4);
  const columns = Math.min(BAR, Math.floor(room(size) / 2));
  const [done, left] = bar(usage.part, columns);
  const words = size.fitCells([percent, usage.of], room(size) - columns - 1).join(between);
  return [`${size.paint("green", done)}${size.paint("dim", left)} ${words}`];
}

function named(
  name: string,
  cells: readonly string[],
  size: LiveSize,
  style: Style = "dim",
): readonly string[] {
  if (cells.length === 0) return [];
  const isNamed = size.columns >= NAMED_FROM;
  const columns = room(size) - (isNamed ? NAME : 0);
  const shown = size.fitCells(cells.map(printable), columns).join(between);
  return [isNamed ? size.paint(style, name.padEnd(NAME)) + shown : shown];
}

/** The last column stays free: some terminals begin a new line after it. */
function room({ columns }: LiveSize): number {
  return Math.max(1, columns - 1);
}
