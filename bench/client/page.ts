/** The one page that is served. */
export const page: Buffer = Buffer.from(
  "<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>\n".repeat(160).slice(0, 10_000),
);

/** Where it stands, under as many names as are wanted. */
export function pathOf(n: number): string {
  return `/some/path/of/a/page?id=${n}`;
}
