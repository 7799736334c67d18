import { HttpHeaders } from "../http/headers.ts";
import { secretHeaders } from "../http/secret-headers.ts";
import { originOf } from "../http/url/origin-of.ts";
import type { Credentials } from "../layers/auth/credentials.ts";
import type { HttpStackOptions } from "../layers/http-stack/http-stack-options.ts";
import type { HeaderLine } from "./header-option.ts";

/**
 * The headers of a crawl: the secrets among them are for the origins of its start URLs only, wherever
 * links and redirects lead.
 */
export function boundHeaders(
  lines: readonly HeaderLine[],
  urls: readonly string[],
): Pick<HttpStackOptions, "headers" | "auth"> {
  const headers = HttpHeaders.from(lines);
  const secrets = secretHeaders.filter((name) => headers.get(name));
  const origins = [...new Set(urls.map(originOf))];
  return {
    headers: secrets.reduce((rest, name) => rest.without(name), headers),
    auth: origins.flatMap((origin) => secrets.map((name) => credentialsOf(origin, name, headers))),
  };
}

function credentialsOf(origin: string, name: string, headers: HttpHeaders): Credentials {
  const value = headers.getAll(name).join(name === "cookie" ? "; " : ", ");
  return { origin, header: { name, value } };
}
