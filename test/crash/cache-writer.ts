// Puts, gets and deletes entries of a disk cache without end, once it is told to go, until it is told to
// end or is killed; tells what it read that was not right. Started by cache-process.ts.
import { DiskCache } from "../../src/layers/disk-cache/disk-cache.ts";
import { Chance } from "../fuzz/chance.ts";
import { KEYS, toldEntry, whatIsWrong } from "./told-entry.ts";

const [, , dir = "", seed = "0", maxEntries = "", maxBytes = ""] = process.argv;
const chance = new Chance(Number(seed));
const end = new AbortController();
process.on("message", (message) => {
  if (message === "go") void work();
  else end.abort();
});
process.send?.("ready");

async function work(): Promise<void> {
  const store = new DiskCache({
    dir,
    maxEntries: Number(maxEntries),
    maxBytes: Number(maxBytes),
  });
  const faults: string[] = [];
  let acts = 0;
  const lane = async (): Promise<void> => {
    while (!end.signal.aborted) {
      acts++;
      await act(store).catch((error: unknown) => faults.push(String(error)));
      if (acts % 16 === 0) await new Promise(setImmediate); // so that messages arrive
    }
  };
  const act = async (store: DiskCache): Promise<void> => {
    const key = KEYS[chance.whole(0, KEYS.length - 1)] ?? "";
    if (chance.is(0.6)) return store.put(key, toldEntry(key, chance));
    if (chance.is(0.1)) return store.delete(key);
    for (const entry of await store.get(key)) {
      const wrong = whatIsWrong(key, entry);
      if (wrong !== undefined) faults.push(wrong);
    }
  };
  await act(store);
  process.send?.("begun");
  await Promise.all([lane(), lane(), lane()]);
  store[Symbol.dispose]();
  process.send?.({ acts, faults });
  process.disconnect();
}
