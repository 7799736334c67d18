/** A table in a file, whose values are entries of their own. */
export class TomlTable {
  /** Whether it is one of a list: `[[crawl]]`. */
  readonly isListed: boolean;

  constructor(isListed: boolean) {
    this.isListed = isListed;
  }
}
