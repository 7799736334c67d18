import { describe, expect, it } from "vitest";

import { httpClient, type HttpClient } from "../../../src/http/client/client.ts";
import type { TlsOptions } from "../../../src/http/client/tls-options.ts";
import { HttpError } from "../../../src/http/errors.ts";
import { Context } from "../../../src/service/context.ts";
import { settle } from "../../../src/service/outcome.ts";
import { authority, certificate, serveHttps, serveTls } from "../../support/secure-server.ts";
import { serveHttp, serveSockets, type TestServer } from "../../support/server.ts";
import { untyped } from "../../support/untyped.ts";

describe("httpClient, TLS", () => {
  it.each([authority, [authority], [certificate("self-signed").cert, authority]])(
    "trusts an authority that it was told to trust",
    async (ca) => {
      await using server = await serveHttps((_, response) => void response.end("ok"));
      await using client = trusting(server, { ca });
      for (const host of ["127.0.0.1", "localhost", "www.shop.test"]) {
        const url = `https://${host}:${server.port}/`;
        expect((await client.call({ url }, new Context())).text).toBe("ok");
      }
    },
  );

  it.each([
    ["is expired", "expired", "127.0.0.1", "expired"],
    ["is of the future", "not-yet-valid", "127.0.0.1", "not_yet_valid"],
    ["vouches for itself", "self-signed", "127.0.0.1", "self_signed"],
    ["is for another host", "server", "other.test", "hostname_mismatch"],
  ] as const)("refuses a certificate that %s", async (_, name, host, tlsReason) => {
    await using server = await serveHttps((_, response) => void response.end(), name);
    await using client = trusting(server, { ca: authority });
    const error = await errorOf(client, `https://${host}:${server.port}/`);
    expect(error).toMatchObject({ code: "tls", tlsReason });
  });

  it("refuses a certificate of an authority that nobody told it to trust", async () => {
    await using server = await serveHttps((_, response) => void response.end());
    await using client = trusting(server, {});
    const error = await errorOf(client, server.origin);
    expect(error).toMatchObject({ code: "tls", tlsReason: "untrusted" });
  });

  it("tells of a server that speaks another version, or no TLS at all", async () => {
    await using old = await serveTls(() => {}, {
      maxVersion: "TLSv1.1",
      minVersion: "TLSv1",
      ciphers: "ALL:@SECLEVEL=0",
    });
    await using plain = await serveHttp((_, response) => void response.end());
    await using client = httpClient();
    const reasons = [old.port, plain.port].map(async (port) => {
      const { code, tlsReason } = await errorOf(client, `https://127.0.0.1:${port}/`);
      return [code, tlsReason];
    });
    expect(await Promise.all(reasons)).toEqual([
      ["tls", "protocol_version"],
      ["tls", "not_tls"],
    ]);
  });

  it("tells of a connection that ends in the handshake", async () => {
    await using server = await serveSockets((socket) => {
      socket.once("data", () => socket.destroy());
    });
    await using client = httpClient();
    const error = await errorOf(client, `https://127.0.0.1:${server.port}/`);
    expect(error).toMatchObject({ code: "connection_reset", tlsReason: undefined });
  });

  it.each([
    ["tls", null],
    ["tls.ca", { ca: "none" }],
    ["tls.ca", { ca: ["-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"] }],
    ["tls.ca", { ca: 5 }],
    ["rejectUnauthorized", { rejectUnauthorized: false }],
  ])("refuses a wrong %s: %j", (name, tls) => {
    expect(() => httpClient({ tls: untyped(tls) })).toThrow(TypeError);
    expect(() => httpClient({ tls: untyped(tls) })).toThrow(name);
  });
});

/** A client that finds every host at the server. */
function trusting({ port }: TestServer, tls: TlsOptions): HttpClient {
  return httpClient({ tls, resolve: { [`*:${port}`]: "127.0.0.1" } });
}

async function errorOf(client: HttpClient, url: string): Promise<HttpError> {
  const outcome = await settle(client.call({ url }, new Context()));
  if (!outcome.ok && outcome.error instanceof HttpError) return outcome.error;
  throw new Error("Expected an HttpError", { cause: outcome });
}
