import type fc from "fast-check";

/** The module fast-check, an optional peer. */
export type FastCheck = typeof fc;

/** Loads fast-check for `who`, or rejects with what to do where it is not installed. */
export async function loadFastCheck(
  who: string,
  load: () => Promise<{ readonly default: FastCheck }> = () => import("fast-check"),
): Promise<FastCheck> {
  try {
    return (await load()).default;
  } catch (cause) {
    throw new Error(`${who} needs fast-check 4: npm install --save-dev fast-check`, { cause });
  }
}
