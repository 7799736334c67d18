import type { Chance } from "./chance.ts";

/** What a server does next. */
export type Move =
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  /** Lets the event loop turn, so that what was written goes by itself. */
  | { readonly kind: "turn" }
  | { readonly kind: "pause"; readonly ms: number }
  | { readonly kind: "end" | "reset" | "stall" };

/** How what is sent goes on. */
export interface Rest {
  /** What comes with the last of the bytes, or a turn later. */
  readonly surplus: Buffer;
  readonly end: "end" | "reset" | "stall";
}

/** Sends bytes as the network may: at once, in pieces, byte by byte, slowly. */
export function deliver(chance: Chance, bytes: Buffer, { surplus, end }: Rest): Move[] {
  const count = chance.oneOf(1, 1, 2, 3, 10, Math.min(bytes.length, 200));
  const pieces = chance.pieces(bytes, Math.max(1, count)).filter(({ length }) => length > 0);
  const last = pieces.pop() ?? bytes;
  const isSlow = chance.is(0.1);
  const wait = (): Move => (isSlow && chance.is(0.1) ? { kind: "pause", ms: 1 } : { kind: "turn" });
  const isLate = surplus.length > 0 && chance.is(0.3);
  return [
    ...pieces.flatMap((bytes): Move[] => [{ kind: "bytes", bytes }, wait()]),
    { kind: "bytes", bytes: isLate ? last : Buffer.concat([last, surplus]) },
    ...(isLate ? [wait(), { kind: "bytes", bytes: surplus } as const] : []),
    { kind: end },
  ];
}
