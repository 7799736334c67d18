/**
 * Why a handshake failed.
 *
 * | reason | when |
 * | --- | --- |
 * | `expired`, `not_yet_valid` | the certificate, or one above it, is out of its time |
 * | `self_signed` | the certificate vouches for itself |
 * | `untrusted` | it comes from an authority that is not known here, or its chain is broken |
 * | `hostname_mismatch` | it is for another host |
 * | `revoked` | its authority took it back |
 * | `protocol_version` | there is no version of TLS that both speak |
 * | `not_tls` | the peer does not speak TLS at all |
 * | `handshake` | anything else: no cipher in common, an alert |
 */
export type TlsReason =
  | "expired"
  | "not_yet_valid"
  | "self_signed"
  | "untrusted"
  | "hostname_mismatch"
  | "revoked"
  | "protocol_version"
  | "not_tls"
  | "handshake";

/** A pattern for the codes that Node and OpenSSL give, by what they mean. */
const reasons: readonly (readonly [RegExp, TlsReason])[] = [
  [/^(?:CERT|CRL)_HAS_EXPIRED$/, "expired"],
  [/^(?:CERT|CRL)_NOT_YET_VALID$/, "not_yet_valid"],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, "self_signed"],
  [/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, "hostname_mismatch"],
  [/^CERT_REVOKED$/, "revoked"],
  [/^(?:SELF_SIGNED|UNABLE_TO|CERT_|INVALID_(?:CA|PURPOSE)|PATH_LENGTH)/, "untrusted"],
  [/WRONG_VERSION_NUMBER$|PACKET_LENGTH_TOO_LONG$|HTTP_REQUEST$|HTTPS_PROXY/, "not_tls"],
  [/PROTOCOL_VERSION$|UNSUPPORTED_PROTOCOL$|VERSION_TOO_LOW$|NO_PROTOCOLS/, "protocol_version"],
];

const DEEPEST = 8;

/** Why a handshake failed, by the code of the failure or of its causes. */
export function tlsReason(failure: unknown): TlsReason {
  return reasonOf(failure, 0) ?? "handshake";
}

function reasonOf(failure: unknown, depth: number): TlsReason | undefined {
  if (!(failure instanceof Error) || depth > DEEPEST) return undefined;
  const code = "code" in failure ? String(failure.code) : "";
  const reason = reasons.find(([pattern]) => pattern.test(code));
  return reason ? reason[1] : reasonOf(failure.cause, depth + 1);
}
