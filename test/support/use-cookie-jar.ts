import { createRequire } from "node:module";

import { MemoryCookieJar } from "../../src/layers/cookies/memory-cookie-jar.ts";

/** Writes whether tough-cookie is loaded by a jar: before it is used, before it has a cookie, and then. */
const url = "https://shop.test/";
const jar = new MemoryCookieJar();
const loaded = [isLoaded()];
jar.getCookieString(url);
loaded.push(isLoaded());
jar.setCookie("a=1", url);
loaded.push(isLoaded());
process.stdout.write(JSON.stringify(loaded));

function isLoaded(): boolean {
  return Object.keys(createRequire(import.meta.url).cache).some((file) =>
    file.includes("node_modules/tough-cookie"),
  );
}
