import { Chance } from "../fuzz/chance.ts";

/** What a page does before it lets itself be read, or instead. */
type Trouble =
  /** It takes its time. */
  | "slow"
  /** It fails, once or twice. */
  | "broken"
  /** It wants to be left alone for a second. */
  | "busy"
  /** Its connection is cut before the answer. */
  | "reset"
  /** Its body is cut. */
  | "torn"
  /** It is there under another URL only. */
  | "moved"
  /** There is much of it. */
  | "big"
  /** It has many links. */
  | "hub";

/** A page of a {@link CrashSite}. */
export interface CrashPage {
  readonly n: number;
  readonly trouble: Trouble | undefined;
  /** How often it makes trouble, where it does only at first. */
  readonly times: number;
}

const HOSTS = 3;
/** One page in so many stands on a host of its own, of which the first is busy: all others go on. */
const BUSY = 25;
const CHILDREN = 3;
const HUB_LINKS = 80;
const BIG = 400_000;

/**
 * A site in which all goes wrong now and then that can, and of which each page can be had in the end: a
 * tree of pages of several hosts, with links across, to what is gone, and to what robots must not ask for.
 */
export class CrashSite {
  readonly #pages: readonly CrashPage[];
  readonly #seed: number;

  constructor(seed: number, count: number) {
    this.#seed = seed;
    this.#pages = Array.from({ length: count }, (_, n) => troubled(new Chance(seed, n), n));
  }

  /** The page that stands at a path, if one does. */
  at(path: string): CrashPage | undefined {
    const [, n] = /^\/(?:page|old)\/(\d+)$/.exec(path) ?? [];
    return n === undefined ? undefined : this.#pages[Number(n)];
  }

  /** The pages that a crawl must find, without the origin of the port. */
  urls(port: number): readonly string[] {
    return this.#pages.map(({ n }) => urlOf(n, port));
  }

  /** What is to be read on a page. */
  html({ n, trouble }: CrashPage, port: number): string {
    const chance = new Chance(this.#seed, -1 - n);
    const links = [
      0,
      ...this.#childrenOf(n),
      ...this.#some(trouble === "hub" ? HUB_LINKS : 3, chance),
    ]
      .flatMap((to) => this.#pages[to] ?? [])
      .map((to) => (to.trouble === "moved" ? urlOf(to.n, port, "old") : urlOf(to.n, port)));
    const padding = trouble === "big" ? "x".repeat(BIG) : "";
    const all = [...links, `/gone/${n}`, `/private/${n}`];
    const list = all.map((url) => `<a href="${url}">${url}</a>`).join("\n");
    return `<!doctype html><title>Page ${n}</title><p>${padding}</p>${list}`;
  }

  /** They make a tree of all, so that a crawl must find each. */
  #childrenOf(n: number): readonly number[] {
    return Array.from({ length: CHILDREN }, (_, child) => CHILDREN * n + child + 1);
  }

  #some(count: number, chance: Chance): readonly number[] {
    return Array.from({ length: count }, () => chance.whole(0, this.#pages.length - 1));
  }
}

/** The URL of a page. */
export function urlOf(n: number, port: number, kind: "page" | "old" = "page"): string {
  const host = isOnBusyHost(n) ? "busy" : `h${n % HOSTS}`;
  return `http://${host}.crash.test:${port}/${kind}/${n}`;
}

function isOnBusyHost(n: number): boolean {
  return n % BUSY === BUSY - 1;
}

function troubled(chance: Chance, n: number): CrashPage {
  const times = chance.is(0.8) ? 1 : 2;
  if (isOnBusyHost(n)) return { n, trouble: n < BUSY ? "busy" : undefined, times: 1 };
  if (n === 0 || chance.is(0.6)) return { n, trouble: undefined, times };
  const kinds = ["slow", "broken", "reset", "torn", "moved", "big", "hub"] as const;
  return { n, trouble: chance.oneOf<Trouble>("slow", ...kinds), times };
}
