/**
 * Headers that open doors, in lower case: what one origin is sent in them, no other may see, and what is
 * answered to them is for nobody else.
 *
 * Beside those of HTTP itself they are the names by which services take keys and tokens.
 */
export const secretHeaders: readonly string[] = [
  "authorization",
  "cookie",
  "proxy-authorization",
  "api-key",
  "apikey",
  "ocp-apim-subscription-key",
  "private-token",
  "x-access-token",
  "x-amz-security-token",
  "x-api-key",
  "x-api-token",
  "x-apikey",
  "x-auth-token",
  "x-goog-api-key",
  "x-session-token",
  "x-vault-token",
];
