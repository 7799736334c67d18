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
