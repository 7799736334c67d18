import { X509Certificate } from "node:crypto";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";

import { requireOptions, show } from "../../service/options.ts";

/** Whom TLS trusts. */
export interface TlsOptions {
  /**
   * Certificates of authorities that are trusted beside those that come with Node, in PEM.
   *
   * @defaultValue none
   */
  readonly ca?: string | readonly string[];
}

/** Throws a `TypeError` where an authority is no certificate. */
export function requireTlsOptions(options: TlsOptions): void {
  requireOptions("tls", options, { ca: true });
  for (const pem of authoritiesOf(options)) {
    if (isCertificate(pem)) continue;
    throw new TypeError(`Expected "tls.ca" to be certificates in PEM: got ${show(pem)}`);
  }
}

/** What connections share of TLS; undefined where nothing differs from what Node does. */
export function secureContextOf(options: TlsOptions): SecureContext | undefined {
  const authorities = authoritiesOf(options);
  if (authorities.length === 0) return undefined;
  return createSecureContext({ ca: [...rootCertificates, ...authorities] });
}

function authoritiesOf({ ca = [] }: TlsOptions): readonly string[] {
  return [ca].flat();
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
