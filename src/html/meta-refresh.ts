const refresh =
  /^[\t\n\f\r ]*[0-9.][0-9.]*(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ])[\t\n\f\r ]*(?:url[\t\n\f\r ]*=[\t\n\f\r ]*)?(?:"([^"]*)|'([^']*)|(.*))/is;

/**
 * Tells where `<meta http-equiv="refresh">` leads, as written in its `content`.
 *
 * The steps are those of the HTML standard: `url=` may be missing, so may the closing quote.
 * One that only reloads the page leads nowhere.
 */
export function refreshTarget(content: string): string | undefined {
  const [, double, single, bare] = refresh.exec(content) ?? [];
  return (double ?? single ?? bare) || undefined;
}
