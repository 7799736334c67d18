import type { Fate } from "../engine/frontier/frontier.ts";
import type { Row } from "./driver.ts";

/** A text that a column can hold: a driver cuts texts off at a NUL. */
export function textOf(text: string | undefined): string | null {
  return text?.replaceAll("\0", "\uFFFD") ?? null;
}

/** Whether a row of `requests` is of a page: what was fetched without a status led elsewhere. */
export const IS_PAGE = "fate = 'fetched' AND status IS NOT NULL";

/** {@link IS_PAGE} of a row that was read. */
export function isPage({ fate, status }: Row): boolean {
  return fate === "fetched" && typeof status === "number";
}

/** The texts among the columns that {@link fateOf} reads. */
export const FATE = "CAST(fate AS BLOB) AS fate, CAST(why AS BLOB) AS why";

/** What the columns of a row say became of a URL; undefined where nothing has yet. */
export function fateOf({ fate, status, why }: Row): Fate | undefined {
  if (typeof fate !== "string") return undefined;
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written as one
    fate: fate as Fate["fate"],
    ...(typeof status === "number" && { status }),
    ...(typeof why === "string" && { why }),
  };
}
