type Bytes = readonly number[];

/** Every sequence of bytes that may be one character outside ASCII in a legacy encoding. */
export function byteSequences(encoding: string): Iterable<Bytes> {
  return (own.get(encoding) ?? singles)();
}

/** How each encoding that is not of single bytes writes; of two ways the first is preferred. */
const own: ReadonlyMap<string, () => Iterable<Bytes>> = new Map([
  ["big5", () => pairs(0xa1, 0x40)],
  ["euc-jp", () => pairs(0x8e, 0xa1)],
  ["euc-kr", () => pairs(0x81, 0x41)],
  ["gb18030", () => [...pairs(0x81, 0x40), ...fours()]],
  ["gbk", () => [[0x80], ...pairs(0x81, 0x40)]],
  ["iso-2022-jp", () => pairs(0x21, 0x21).map((pair) => TO_JIS.concat(pair, TO_ASCII))],
  ["shift_jis", () => [...singles(), ...pairs(0x81, 0x40).filter(([lead]) => !isRepeat(lead))]],
]);
const TO_JIS: Bytes = [0x1b, 0x24, 0x42];
const TO_ASCII: Bytes = [0x1b, 0x28, 0x42];

/** Whether Shift_JIS has all characters of this row in another, which it prefers. */
function isRepeat(lead: number | undefined): boolean {
  return lead === 0xed || lead === 0xee;
}

function singles(): Bytes[] {
  return range(0x80, 0xff).map((byte) => [byte]);
}

function pairs(firstLead: number, firstTrail: number): Bytes[] {
  const trails = range(firstTrail, 0xfe);
  return range(firstLead, 0xfe).flatMap((lead) => trails.map((trail) => [lead, trail]));
}

/** Sequences of gb18030 for the Basic Multilingual Plane. */
function fours(): Bytes[] {
  return range(0, 39_419).map(fourBytes);
}

/** The sequence of gb18030 for a character beyond that plane. */
export function astralBytes(character: string): Bytes | undefined {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? fourBytes(code - 0x10000 + 189_000) : undefined;
}

function fourBytes(index: number): Bytes {
  const digit = (of: number, size: number): number => Math.floor(index / of) % size;
  return [
    0x81 + digit(12_600, 126),
    0x30 + digit(1260, 10),
    0x81 + digit(10, 126),
    0x30 + digit(1, 10),
  ];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}
