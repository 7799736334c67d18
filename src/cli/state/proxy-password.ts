/** The URL of a proxy without user and password. */
export function withoutPassword(proxy: string | false): string | false {
  if (proxy === false || !proxy.includes("@")) return proxy;
  const url = new URL(proxy);
  url.username = "";
  url.password = "";
  return url.href;
}
