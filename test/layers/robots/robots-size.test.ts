import { expect, it } from "vitest";

import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { serveHttp } from "../../support/server.ts";

it.each([0, 10, 100_000])(
  "rules of any size count where bodies may have %d bytes",
  async (maxBytes) => {
    await using server = await serveHttp(({ url }, response) => {
      response.end(
        url === "/robots.txt" ? `${"# long\n".repeat(300)}User-agent: *\nDisallow: /` : "",
      );
    });
    await using http = httpStack({ maxBytes, delayMs: 0 }).service();
    const call = http.call({ url: `${server.origin}/secret` });
    await expect(call).rejects.toMatchObject({ code: "robots_disallowed" });
  },
);
