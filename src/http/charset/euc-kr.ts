/**
 * Decodes EUC-KR as the Encoding Standard does (12.1), with all 11,172 Hangul syllables.
 *
 * TextDecoder of Node knows 2,350 of them only, those of KS X 1001. The others fill the places
 * that Windows added around it, in the order of Unicode.
 */
export function decodeEucKr(bytes: Uint8Array): string {
  index ??= buildIndex();
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    const trail = bytes[at + 1] ?? 0;
    const unit = lead < 0x80 ? lead : (index[(lead << 8) | trail] ?? MALFORMED);
    units[length++] = unit;
    if (lead >= 0x80 && (unit !== MALFORMED || swallows(lead, trail))) at++;
  }
  return Buffer.from(units.buffer, 0, length * 2).toString("utf16le");
}

const MALFORMED = 0xfffd;

/** The code unit of each pair of bytes; built when the first page needs it. */
let index: Uint16Array | undefined;

/** Whether a pair without a meaning counts as one: an ASCII byte always stands for itself. */
function swallows(lead: number, trail: number): boolean {
  return lead > 0x80 && lead < 0xff && trail >= 0x80;
}

function buildIndex(): Uint16Array {
  const index = new Uint16Array(0x10000).fill(MALFORMED);
  const ksc = new TextDecoder("euc-kr");
  for (const pair of pairs().filter(isKsc)) {
    const unit = ksc.decode(Uint8Array.of(pair >> 8, pair & 0xff)).charCodeAt(0);
    if (!isPrivateUse(unit)) index[pair] = unit;
  }
  index.set([0x20ac, 0xae], 0xa2e6); // € and ®, which the runtime does not know either

  const known = new Set(index);
  let syllable = 0xac00;
  for (const pair of pairs().filter((pair) => !isKsc(pair))) {
    while (known.has(syllable)) syllable++;
    if (syllable > 0xd7a3) break;
    index[pair] = syllable++;
  }
  return index;
}

/** Each pair that the code page has a place for, in order. */
function pairs(): number[] {
  const trails = [...range(0x41, 0x5a), ...range(0x61, 0x7a), ...range(0x81, 0xfe)];
  return range(0x81, 0xfe).flatMap((lead) => trails.map((trail) => (lead << 8) | trail));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

function isKsc(pair: number): boolean {
  return pair >= 0xa1a1 && (pair & 0xff) >= 0xa1;
}

function isPrivateUse(unit: number): boolean {
  return unit >= 0xe000 && unit <= 0xf8ff;
}
