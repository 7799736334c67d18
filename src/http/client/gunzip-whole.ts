import { gunzipSync } from "node:zlib";

import { type OutputLimit, memberEnds } from "./gzip-members.ts";

/**
 * Undoes gzip at once, be it of several members. What stands behind them is passed over, unless they
 * are more than a hundred.
 *
 * Throws on bytes that are cut, damaged or more than `maxOutputLength`.
 */
export function gunzipWhole(bytes: Uint8Array, options: OutputLimit): Buffer {
  try {
    return gunzipSync(bytes, options);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // Zlib takes the rest for another member, which may be damaged or cut.
    const end = [...memberEnds(bytes, options)].at(-1) ?? 0;
    if (end >= bytes.length || bytes[end] === FIRST) throw error;
    return gunzipSync(bytes.subarray(0, end), options);
  }
}

const FIRST = 0x1f;
