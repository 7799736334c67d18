/** What of a page's robots tags counts. */
export interface PageRobots {
  /** Whose directives count besides those for every robot. @defaultValue nobody's */
  readonly agent?: string;
  /** Whether the links of a page that says `nofollow` are left alone. @defaultValue false */
  readonly heeds?: boolean;
}
