import { decodeEucKr } from "./euc-kr.ts";
import { singleByteDecoder } from "./single-byte.ts";

/**
 * Decodes bytes as the encoding of this name, one of those that `encodingForLabel` gives.
 *
 * Never throws: what is malformed becomes U+FFFD, and all of a text in `"replacement"` one U+FFFD.
 * A byte order mark of the encoding is no part of the text.
 * TextDecoder does it where it agrees with the Encoding Standard. Where it does not: gbk is decoded
 * as its superset gb18030, EUC-KR and some single-byte encodings by tables of our own.
 * Left as TextDecoder has it: Big5 without the 5,092 characters of Hong Kong and ETEN, and the
 * number of U+FFFD for malformed bytes in Big5, Shift_JIS, EUC-JP and ISO-2022-JP.
 */
export function decodeAs(encoding: string, bytes: Uint8Array): string {
  let decode = decoders.get(encoding);
  if (decode === undefined) {
    decode = decoderFor(encoding);
    decoders.set(encoding, decode);
  }
  return decode(bytes);
}

type Decode = (bytes: Uint8Array) => string;

const decoders = new Map<string, Decode>([
  ["euc-kr", decodeEucKr],
  ["replacement", (bytes) => (bytes.length === 0 ? "" : "\uFFFD")],
]);

function decoderFor(encoding: string): Decode {
  const own = singleByteDecoder(encoding);
  if (own !== undefined) return own;
  const decoder = new TextDecoder(encoding === "gbk" ? "gb18030" : encoding);
  return (bytes) => decoder.decode(bytes);
}
