import {
  requireArray,
  requireMethods,
  requireOptions,
  requirePositiveDuration,
  requireStrings,
  show,
} from "../../service/options.ts";
import { type ResourceReader, systemResources } from "./resource-reader.ts";

/** Bounds of a figure: beyond `soft` a crawl slows, beyond `hard` it stops. */
export interface ResourceLimit {
  readonly soft?: number;
  readonly hard?: number;
}

/** How much of the machine a crawl may use. Each is by default not limited. */
export interface CrawlLimits {
  /** Bytes of memory that the process has: not to go above. */
  readonly rssBytes?: ResourceLimit;
  /**
   * Share of the time in which the process computes: not to go above. 1 is one core that never rests.
   * `soft` is held against the last look, `hard` against the last ten.
   */
  readonly cpuShare?: ResourceLimit;
  /** Bytes that are free on the disks of these folders, or of where they will be: not to go below. */
  readonly freeDiskBytes?: ResourceLimit & { readonly folders: readonly string[] };
  /** Pages fetched: not to go above. The hard limit of pages is `maxPages`. */
  readonly pages?: Pick<ResourceLimit, "soft">;
  /** How often to look, in milliseconds of the crawl's clock: above 0. @defaultValue 1 s */
  readonly everyMs?: number;
  /** What the figures come from. @defaultValue the running process and the disks */
  readonly reader?: ResourceReader;
}

/** A resource that can run short. */
export type ResourceName = "rssBytes" | "cpuShare" | "freeDiskBytes" | "pages";

/** The same, checked and complete. */
export interface LimitsPlan extends CrawlLimits {
  readonly everyMs: number;
  readonly reader: ResourceReader;
}

/** Checks limits and fills in the defaults. */
export function limitsPlanOf(limits: CrawlLimits): LimitsPlan {
  requireOptions("limits", limits, known);
  const { cpuShare, everyMs = 1000, freeDiskBytes, pages, reader = systemResources } = limits;
  requirePositiveDuration("limits.everyMs", everyMs);
  requireMethods("limits.reader", reader, ["rssBytes", "cpuMs", "freeDiskBytes"]);
  requireLimit("rssBytes", limits.rssBytes, both);
  requireLimit("cpuShare", cpuShare, both);
  requireLimit("freeDiskBytes", freeDiskBytes, { ...both, folders: true });
  requireLimit("pages", pages, { soft: true });
  if (freeDiskBytes) requireFolders(freeDiskBytes.folders);
  return { ...limits, everyMs, reader };
}

const known = {
  rssBytes: true,
  cpuShare: true,
  freeDiskBytes: true,
  pages: true,
  everyMs: true,
  reader: true,
} as const;

const both = { soft: true, hard: true } as const;

function requireLimit<Limit extends ResourceLimit>(
  name: ResourceName,
  limit: Limit | undefined,
  bounds: Readonly<Record<keyof NoInfer<Limit>, true>>,
): void {
  if (limit === undefined) return;
  requireOptions(`limits.${name}`, limit, bounds);
  const { hard, soft } = limit;
  for (const [bound, value] of Object.entries({ soft, hard })) {
    if (value === undefined || (typeof value === "number" && value > 0)) continue;
    throw new RangeError(
      `Expected "limits.${name}.${bound}" to be a number above 0: got ${show(value)}`,
    );
  }
  requireSoftFirst(name, limit);
}

function requireSoftFirst(name: ResourceName, { hard, soft }: ResourceLimit): void {
  if (hard === undefined || soft === undefined) return;
  const isFloor = name === "freeDiskBytes";
  if (isFloor ? soft >= hard : soft <= hard) return;
  throw new RangeError(
    `Expected "limits.${name}.soft" to be reached before "hard", ${hard}: got ${soft}`,
  );
}

function requireFolders(folders: readonly string[]): void {
  requireArray("limits.freeDiskBytes.folders", folders);
  requireStrings("limits.freeDiskBytes.folders", folders);
  if (folders.length > 0 && folders.every(isPath)) return;
  const got = folders.length === 0 ? "none" : show(folders.find((text) => !isPath(text)));
  throw new RangeError(
    `Expected "limits.freeDiskBytes.folders" to be paths, one at least: got ${got}`,
  );
}

function isPath(text: string): boolean {
  return text !== "" && !text.includes("\0");
}
