/** How long and where to look. */
export interface Search {
  /** Cases to try. @defaultValue 100 */
  readonly runs?: number;
  /** Begins the same runs again. @defaultValue another one each time */
  readonly seed?: number;
  /** Goes at once to the run that the error has told of. @defaultValue all runs */
  readonly path?: string;
}
