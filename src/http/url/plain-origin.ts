const label = String.raw`(?!xn--)[a-z0-9-]+`;
const name = String.raw`(?:${label}\.)*(?=[a-z])${label}`;
const byte = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const address = String.raw`${byte}(?:\.${byte}){3}`;
const port = String.raw`(?!(?:80|443)(?!\d))(?:[1-9]\d{0,3}|[1-5]\d{4})`;

/**
 * Source of a pattern for the start of an http(s) URL whose origin is in its canonical form, with
 * the host as group 1.
 *
 * An origin that matches is valid, and the WHATWG parser gives it back as it stands, so that hot
 * paths need not call the parser.
 * Not all canonical origins match: IDN and IPv6 hosts, high ports and the like are left to the parser.
 */
export const plainOrigin: string = String.raw`https?://(${name}|${address})(?::${port})?(?=[/?#]|$)`;
