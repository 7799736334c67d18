import { DiskCache } from "../../src/layers/disk-cache/disk-cache.ts";
import { checkDisk, type DiskCheck, repairDisk } from "../../src/layers/disk-cache/disk-check.ts";
import { DiskIndex } from "../../src/layers/disk-cache/disk-index.ts";
import { Chance } from "../fuzz/chance.ts";
import { CacheProcess, type Told } from "./cache-process.ts";
import { KEYS, toldEntry, whatIsWrong } from "./told-entry.ts";

const LIMITS = { maxEntries: 60, maxBytes: 2 * 2 ** 20 };

/** What came of a round: what was found, and what was not right. */
export interface CacheRound {
  readonly check: DiskCheck;
  readonly faults: readonly string[];
}

/** Kills a process at a random instant of its work on a cache, and looks at what it leaves. */
export async function killRound(dir: string, seed: number, round: number): Promise<CacheRound> {
  const chance = new Chance(seed, round);
  const writer = await CacheProcess.start(dir, chance.whole(0, 2 ** 31), LIMITS);
  await writer.go();
  await writer.killAfter(chance.draw() * 60);
  using store = new DiskCache({ dir, ...LIMITS });
  const check = await checkDisk(dir);
  const faults = [
    ...check.broken.map(({ name }) => `${name} is broken`),
    ...check.unlisted.map(({ key }) => `${key} is not in the journal`),
    ...(await readAll(store)),
  ];
  if (chance.is(0.5)) repairDisk(dir, check);
  return { check, faults: [...faults, ...(await misaccounted(dir))] };
}

/** Lets two processes work on a cache at once, reads with a third, and looks at what they leave. */
export async function loadRound(dir: string, seed: number, reads: number): Promise<CacheRound> {
  const seeds = [seed, seed + 1];
  const writers = await Promise.all(seeds.map((seed) => CacheProcess.start(dir, seed, LIMITS)));
  await Promise.all(writers.map((writer) => writer.go()));
  using store = new DiskCache({ dir, ...LIMITS });
  const faults: string[] = [];
  for (let n = 0; n < reads; n++) {
    faults.push(...(await readAll(store)));
    await new Promise(setImmediate);
  }
  const told: readonly Told[] = await Promise.all(writers.map((writer) => writer.end()));
  const check = await checkDisk(dir);
  const [key = ""] = KEYS;
  await store.put(key, toldEntry(key, new Chance(seed)));
  const after = await checkDisk(dir);
  if (after.whole - after.unlisted.length > LIMITS.maxEntries) faults.push("too many entries");
  repairDisk(dir, after);
  return {
    check,
    faults: [
      ...faults,
      ...told.flatMap(({ faults }) => faults),
      ...(told.every(({ acts }) => acts > 0) ? [] : ["nothing was done"]),
      ...[...check.broken, ...check.left].map(({ name }) => `${name} is broken`),
      ...(await misaccounted(dir)),
    ],
  };
}

/** Reads all that is there; tells what is not right. */
async function readAll(store: DiskCache): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const key of KEYS) {
    for (const entry of await store.get(key))
      faults.push(...[whatIsWrong(key, entry) ?? []].flat());
  }
  return faults;
}

/** In what the index differs from the files. */
async function misaccounted(dir: string): Promise<readonly string[]> {
  const { bytes, missing, unlisted, whole } = await checkDisk(dir);
  const listed = [...DiskIndex.of(dir)];
  const listedBytes = listed.reduce((sum, { bytes }) => sum + bytes, 0);
  const isRight = missing.length + unlisted.length === 0 && listed.length === whole;
  if (isRight && listedBytes === bytes) return [];
  return [`the index has ${listed.length} (${listedBytes} B), the folder ${whole} (${bytes} B)`];
}
