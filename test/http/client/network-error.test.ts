import { describe, expect, it } from "vitest";

import {
  codeOf,
  headErrorCode,
  isCut,
  isUnsendable,
  messageOf,
  networkErrorCode,
  withoutBytes,
} from "../../../src/http/client/network-error.ts";

describe("networkErrorCode", () => {
  it.each([
    ["dns", "ENOTFOUND EAI_AGAIN EAI_FAIL ENODATA ESERVFAIL ETIMEOUT"],
    ["connect", "ECONNREFUSED EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL EACCES EMFILE"],
    ["connect", "EINVAL EAFNOSUPPORT ENOBUFS"],
    ["tls", "CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
    ["tls", "ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_WRONG_VERSION_NUMBER EPROTO HOSTNAME_MISMATCH"],
    ["timeout", "ETIMEDOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT"],
    ["connection_reset", "ECONNRESET ECONNABORTED EPIPE UND_ERR_SOCKET"],
    ["protocol", "HPE_INVALID_CONSTANT UND_ERR_HEADERS_OVERFLOW UND_ERR_INFO"],
    ["decode", "Z_DATA_ERROR Z_BUF_ERROR ERR__ERROR_FORMAT_PADDING_1 ZSTD_error_prefix_unknown"],
    ["aborted", "ABORT_ERR UND_ERR_ABORTED ERR_CANCELED"],
    ["truncated_body", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH HPE_INVALID_EOF_STATE"],
    ["too_large", "ERR_BUFFER_TOO_LARGE UND_ERR_RES_EXCEEDED_MAX_SIZE"],
  ])("is %s for %s", (expected, codes) => {
    for (const code of codes.split(" "))
      expect([code, networkErrorCode(coded(code))]).toEqual([code, expected]);
  });

  it("looks into what a failure was made of, then into its cause", () => {
    const refused = new AggregateError([coded("ECONNREFUSED"), coded("ENETUNREACH")]);
    expect(networkErrorCode(new TypeError("fetch failed", { cause: refused }))).toBe("connect");
  });

  it("knows of a peer that speaks out of turn by what undici says", () => {
    const failure = Object.assign(new Error("bad response"), { code: "UND_ERR_SOCKET" });
    expect(networkErrorCode(failure)).toBe("protocol");
  });

  it("is protocol for what it does not know", () => {
    for (const failure of [new Error("?"), coded("EWHAT"), "text", undefined]) {
      expect(networkErrorCode(failure)).toBe("protocol");
    }
  });

  it("does not follow causes in a circle", () => {
    const failure: Error = new Error("?");
    failure.cause = failure;
    expect(networkErrorCode(failure)).toBe("protocol");
  });
});

describe("headErrorCode", () => {
  it("knows of no body that could have been cut", () => {
    expect(headErrorCode(coded("UND_ERR_RES_CONTENT_LENGTH_MISMATCH"))).toBe("protocol");
    expect(headErrorCode(coded("ECONNRESET"))).toBe("connection_reset");
  });
});

describe("isCut", () => {
  it("holds for a connection that ended, not for a peer that broke the protocol", () => {
    const codes = [
      "HPE_INVALID_EOF_STATE",
      "ECONNRESET",
      "UND_ERR_SOCKET",
      "HPE_INVALID_CHUNK_SIZE",
    ];
    expect(codes.map((code) => isCut(coded(code)))).toEqual([true, true, true, false]);
  });
});

describe("isUnsendable", () => {
  it("holds for a request that undici refused", () => {
    expect(isUnsendable(coded("UND_ERR_INVALID_ARG"))).toBe(true);
    expect(isUnsendable(coded("UND_ERR_SOCKET"))).toBe(false);
  });
});

describe("codeOf", () => {
  it("is the code of an error that has one", () => {
    expect(codeOf(coded("EPIPE"))).toBe("EPIPE");
    expect(
      [new Error("?"), Object.assign(new Error("?"), { code: 1 }), "EPIPE"].map(codeOf),
    ).toEqual([undefined, undefined, undefined]);
  });
});

describe("messageOf", () => {
  it("is what an error says, or what each says that it was made of", () => {
    expect(messageOf(new Error("one"))).toBe("one");
    expect(messageOf(new AggregateError([new Error("one"), new Error("two")]))).toBe("one; two");
    expect(messageOf("text")).toBe("text");
  });
});

describe("withoutBytes", () => {
  it("is the same error, less what a parser has stopped at", () => {
    const error = Object.assign(coded("HPE_INVALID_CONSTANT"), { data: "Set-Cookie: sid=s3cret" });
    expect(withoutBytes(error)).toBe(error);
    expect(error).not.toHaveProperty("data");
    expect(codeOf(error)).toBe("HPE_INVALID_CONSTANT");
  });
});

function coded(code: string): Error {
  return Object.assign(new Error(`said ${code}`), { code });
}
