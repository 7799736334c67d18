import { MemoryCookieJar } from "pagoda/layers";

import { differs, playerOf, type Player, type Problem } from "../case.ts";
import { setUnlessRefused } from "../kinds/cookie.ts";

interface JarCase {
  readonly kind: "jar";
  readonly test: string;
  readonly received: readonly string[];
  readonly "sent-to"?: string;
  readonly sent: readonly { readonly name: string; readonly value: string }[];
}

interface DateCase {
  readonly kind: "cookie-date";
  readonly input: string;
  readonly expect: string | null;
}

/** The cases of the IETF: which cookies come back, and what is a date. */
export const cookiesSuite: Player = playerOf<JarCase | DateCase>((the) =>
  the.kind === "jar" ? comesBack(the) : isDate(the),
);

const HOME = "http://home.example.org";

function comesBack({ test, received, sent, "sent-to": to }: JarCase): Problem {
  const jar = new MemoryCookieJar();
  for (const header of received) setUnlessRefused(jar, header, `${HOME}/cookie-parser?${test}`);
  const target = new URL(to ?? `/cookie-parser-result?${test}`, HOME);
  const expected = sent.map(({ name, value }) => `${name}=${value}`).join("; ");
  return differs("Cookie", jar.getCookieString(target.href), expected);
}

/** The date shows in when the cookie ends, set long before all of them. */
function isDate({ input, expect }: DateCase): Problem {
  const jar = new MemoryCookieJar();
  jar.setCookie(`a=1; Expires=${input}`, HOME, { now: new Date("0001-01-01") });
  const [{ expires } = {}] = jar.toJSON().cookies;
  const date = typeof expires === "string" ? new Date(expires).toUTCString() : null;
  return differs("date", date, expect);
}
