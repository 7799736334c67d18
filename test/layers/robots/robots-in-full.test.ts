import { expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import type { HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { robots } from "../../../src/layers/robots/robots.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { serveHttp } from "../../support/server.ts";

it("robots reads rules in full, whatever bodies the client would rather leave", async () => {
  await using server = await serveHttp(({ url }, response) => {
    response.end(url === "/robots.txt" ? "User-agent: *\nDisallow: /private\n" : "page");
  });
  await using client = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(robots({ agent: "TestBot" }))
    .service(httpClient({ accept: () => false }), { disposeLeaf: true });
  const call = client.call({ url: `${server.origin}/private` });
  await expect(call).rejects.toMatchObject({ code: "robots_disallowed" });
});
