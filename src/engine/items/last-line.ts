import type { FileHandle } from "node:fs/promises";

const BLOCK = 65_536;

/** Ends the last line of a file of JSON Lines if it is whole, else cuts it off. */
export async function mendLastLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const rest = await lastLine(handle, size);
  if (rest.byteLength === 0) return;
  if (isJson(rest.toString("utf8"))) await handle.appendFile("\n");
  else await handle.truncate(size - rest.byteLength);
}

/** What stands after the last line feed, read block by block from the end. */
async function lastLine(handle: FileHandle, size: number): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for (let end = size; end > 0; end -= BLOCK) {
    const start = Math.max(0, end - BLOCK);
    const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
    const feed = buffer.lastIndexOf("\n");
    blocks.unshift(buffer.subarray(feed + 1));
    if (feed !== -1) break;
  }
  return Buffer.concat(blocks);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
