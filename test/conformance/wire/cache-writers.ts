import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { DiskCache } from "pagoda/layers";

import { NotPlayed } from "../case.ts";

const [, , dir, writer, entries, keys] = process.argv;
if (process.argv[1] === fileURLToPath(import.meta.url) && dir !== undefined) {
  await write(dir, Number(writer), Number(entries), Number(keys));
}

/**
 * Lets two processes write to one cache as described, such as `write 200 entries under the same 20 keys at
 * once, read all`, and reads meanwhile and after. Tells what it read that nobody wrote.
 */
export async function writtenByTwo(dir: string, words: string): Promise<readonly string[]> {
  const [, entries, keys] = /(\d+) entries under the same (\d+) keys/.exec(words) ?? [];
  if (entries === undefined || keys === undefined) {
    throw new NotPlayed(`in words that are not understood: ${words}`);
  }
  const script = new URL(import.meta.url);
  const writers = ["1", "2"].map((writer) => fork(script, [dir, writer, entries, keys]));
  const exits = Promise.all(writers.map((writer) => once(writer, "exit")));
  const store = new DiskCache({ dir });
  const faults: string[] = [];
  do {
    await new Promise(setImmediate);
    faults.push(...(await misread(store, Number(keys), false)));
  } while (writers.some(({ exitCode, signalCode }) => exitCode === null && signalCode === null));
  await exits;
  return [...faults, ...(await misread(store, Number(keys), true))];
}

async function write(dir: string, writer: number, entries: number, keys: number): Promise<void> {
  const store = new DiskCache({ dir });
  for (let n = 0; n < entries; n++) {
    await store.put(`GET /${n % keys}`, {
      url: `http://a.test/${writer}/${n}`,
      status: 200,
      headers: [],
      body: new Uint8Array(n * 1000).fill(writer),
      vary: {},
      storedAt: 0,
      expiresAt: 1,
    });
  }
}

async function misread(store: DiskCache, keys: number, all: boolean): Promise<readonly string[]> {
  const faults: string[] = [];
  for (let key = 0; key < keys; key++) {
    const found = await store.get(`GET /${key}`);
    if (all && found.length !== 1) faults.push(`${key}: ${found.length} entries`);
    for (const { body, url } of found) {
      const [writer, n] = new URL(url).pathname.split("/").slice(1).map(Number);
      const isWhole = body.length === Number(n) * 1000 && body.every((byte) => byte === writer);
      if (!isWhole || Number(n) % keys !== key)
        faults.push(`${key}: ${url} of ${body.length} bytes`);
    }
  }
  return faults;
}
