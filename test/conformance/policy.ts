/** Cases that are to fail, by id: where we have decided otherwise, and why. */
export const policy: Readonly<Record<string, string>> = {
  ...because("MIME Sniffing forgives a quote that is not closed, and what follows one", [
    "cs-124",
    "cs-130",
    "cs-131",
  ]),
  ...because("the prescan of the HTML Standard decides what declares an encoding", [
    "cs-150",
    "cs-155",
    "cs-156",
    "cs-157",
    "cs-167",
    "cs-171",
    "cs-172",
  ]),
  ...because("UTF-32 is no encoding of the web", [
    "cs-194",
    "cs-195",
    "cs-196",
    "cs-197",
    "cs-199",
    "cs-214",
    "cs-215",
  ]),
  ...because("UTF-16 without a byte order mark is little-endian (Encoding Standard)", ["cs-198"]),
  ...because("a text that is all ASCII and tells nothing is windows-1252, as in browsers", [
    "cs-205",
    "cs-207",
  ]),
  ...because("a cache of one user does not heed what is said to shared ones", [
    "cc-resp-private-shared",
    "freshness-max-age-s-maxage-shared-longer",
    "freshness-max-age-s-maxage-shared-longer-multiple",
    "freshness-max-age-s-maxage-shared-longer-reversed",
    "freshness-max-age-s-maxage-shared-shorter",
    "freshness-max-age-s-maxage-shared-shorter-expires",
    "freshness-s-maxage-shared",
  ]),
  ...because("what was answered to one user is served to no other, whatever its server allows", [
    "other-authorization-must-revalidate",
    "other-authorization-public",
    "other-authorization-smaxage",
  ]),
  ...because("of two values of a directive the first counts (RFC 9111 section 4.2.1)", [
    "freshness-max-age-two-stale-fresh-sameline",
    "freshness-max-age-two-stale-fresh-sepline",
  ]),
  ...because("a max-age that is no number makes a response stale (RFC 9111 section 4.2.1)", [
    "freshness-max-age-100a",
    "freshness-max-age-a100",
    "freshness-max-age-decimal-five",
    "freshness-max-age-decimal-zero",
  ]),
  ...because("a cache serves stale by leave of its server or caller only", [
    "stale-503",
    "stale-close",
    "stale-warning-become",
    "stale-warning-stored",
  ]),
  ...because("a heuristic lifetime is a tenth of the time since the last change", [
    "heuristic-delta-10",
    "heuristic-delta-30",
    "heuristic-delta-5",
  ]),
  ...because("responses to POST are not kept", ["method-POST"]),
  ...because("Pragma: no-cache of a request is heeded, as it was meant", [
    "pragma-request-no-cache",
  ]),
  ...because("the order of languages may mean something (RFC 9110 section 12.5.4)", [
    "vary-normalise-lang-order",
  ]),
  ...because("only the server chooses the language of an answer", ["vary-normalise-lang-select"]),
  ...because("a tag without quotes is not one with them", [
    "conditional-etag-forward-unquoted",
    "conditional-etag-quoted-respond-unquoted",
    "conditional-etag-strong-generate-unquoted",
    "conditional-etag-unquoted-respond-quoted",
  ]),
  ...because("what has no Last-Modified counts from its Date (RFC 9110 section 13.1.3)", [
    "conditional-lm-fresh-no-lm",
  ]),
  ...because("the validators of a variant are not shown for another", [
    "conditional-etag-vary-headers-mismatch",
  ]),
  ...because("a 304 of another tag speaks of something else (RFC 9111 section 4.3.4)", [
    "304-etag-update-response-ETag",
  ]),
  ...because(
    "the answer to a HEAD is what the server said, and only a 200 updates what a GET got",
    ["head-200-retain", "head-410-update"],
  ),
  ...because("parts are not kept", [
    "partial-store-partial-complete",
    "partial-store-partial-reuse-partial",
    "partial-store-partial-reuse-partial-absent",
    "partial-store-partial-reuse-partial-byterange",
    "partial-store-partial-reuse-partial-suffix",
  ]),
  ...because("what comes from the server has the Age that it says", ["other-age-delay"]),
  ...because("what a link leads to is not judged by its extension", ["lk-022"]),
  ...because("only http and https can be fetched", ["lk-045"]),
  ...because("pages are read as a browser without scripting does, which heeds noscript", [
    "lk-063",
    "lk-066",
    "lk-094",
  ]),
  ...because("a tag that is cut short is none (HTML Standard)", ["lk-077"]),
  ...because("the name of an agent is one token, and no token has a space or a star", [
    "google-041",
    "protego-269",
    "protego-273",
  ]),
  ...because("rules and URLs are compared in one normal form (RFC 9309 section 2.2.2)", [
    "google-064",
    "google-066",
    "google-067",
  ]),
  ...because("only Allow and Disallow end a list of names, as in the reference parser", [
    "protego-260",
    "protego-261",
    "protego-262",
  ]),
  ...because("a last $ is the end of the URL, and nothing else", ["protego-316", "protego-317"]),
  ...because("a rule is a path, and begins with a slash or a star", ["protego-319"]),
  ...because("a name is the whole of a token, never its beginning (RFC 9309 section 2.2.1)", [
    "protego-343",
    "protego-344",
    "protego-346",
    "protego-347",
  ]),
  ...because("the escape of a reserved character is not that character (RFC 3986 section 2.2)", [
    "nu-218",
    "canonicalize_url-015",
    "canonicalize_url-031",
  ]),
  ...because("values of one name keep their order, which may mean something", [
    "canonicalize_url-010",
  ]),
  ...because("a parameter without a value is not one with an empty value", [
    "canonicalize_url-014",
  ]),
  ...because("a plus is not an escaped space to every server", [
    "canonicalize_url-016",
    "canonicalize_url-018",
  ]),
  ...because("what stands in brackets as a host is an IPv6 address (URL Standard)", [
    "safe_url_string-080",
  ]),
  ...because("the URL Standard leaves brackets and backslashes of a query or path as they are", [
    "safe_url_string-135",
    "safe_url_string-139",
    "safe_url_string-188",
    "safe_url_string-190",
    "safe_url_string-192",
    "safe_url_string-196",
  ]),
};

function because(reason: string, ids: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}
