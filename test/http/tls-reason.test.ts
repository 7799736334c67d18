import { describe, expect, it } from "vitest";

import { tlsReason } from "../../src/http/tls-reason.ts";

describe("tlsReason", () => {
  it.each([
    ["expired", "CERT_HAS_EXPIRED CRL_HAS_EXPIRED"],
    ["not_yet_valid", "CERT_NOT_YET_VALID"],
    ["self_signed", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["untrusted", "SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_UNTRUSTED"],
    ["untrusted", "UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY INVALID_CA"],
    ["hostname_mismatch", "ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH"],
    ["revoked", "CERT_REVOKED"],
    ["protocol_version", "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION ERR_SSL_UNSUPPORTED_PROTOCOL"],
    ["not_tls", "ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG"],
    ["handshake", "EPROTO ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE ERR_SSL_NO_SHARED_CIPHER"],
  ])("is %s for %s", (expected, codes) => {
    for (const code of codes.split(" ")) {
      expect([code, tlsReason(coded(code))]).toEqual([code, expected]);
    }
  });

  it("looks into causes, but not in a circle", () => {
    expect(tlsReason(new Error("?", { cause: coded("CERT_HAS_EXPIRED") }))).toBe("expired");
    const failure: Error = new Error("?");
    failure.cause = failure;
    expect(tlsReason(failure)).toBe("handshake");
  });
});

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}
