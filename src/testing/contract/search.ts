import { show } from "../../service/options.ts";

/** How long and where to look. */
export interface Search {
  /** Cases to try. @defaultValue 100 */
  readonly runs?: number;
  /** Begins the same runs again. @defaultValue another one each time */
  readonly seed?: number;
  /** Goes at once to the run that the error has told of. @defaultValue all runs */
  readonly path?: string;
}

/** What fast-check is told to search so. Throws unless that can be. */
export function searchParameters({
  runs = 100,
  seed,
  path,
}: { readonly [Name in keyof Search]: Search[Name] | undefined }): SearchParameters {
  if (!(Number.isInteger(runs) && runs >= 1)) {
    throw new RangeError(`Expected "runs" to be a finite whole number >= 1: got ${show(runs)}`);
  }
  requireReplay(seed, path);
  return {
    numRuns: runs,
    ...(seed !== undefined && { seed }),
    ...(path !== undefined && { path }),
  };
}

function requireReplay(seed: number | undefined, path: string | undefined): void {
  if (seed !== undefined && !Number.isInteger(seed)) {
    throw new RangeError(`Expected "seed" to be a whole number: got ${show(seed)}`);
  }
  if (path !== undefined && !(typeof path === "string" && /^\d+(?::\d+)*$/.test(path))) {
    throw new TypeError(`Expected "path" to be a path that an error has told: got ${show(path)}`);
  }
}

interface SearchParameters {
  readonly numRuns: number;
  readonly seed?: number;
  readonly path?: string;
}
