import { describe, expect, it } from "vitest";

import { proxyOption } from "../../src/cli/proxy-option.ts";
import { UsageError } from "../../src/cli/usage-error.ts";

describe("proxyOption", () => {
  it("takes an http or https URL as it stands", () => {
    for (const url of ["http://proxy.test:3128", "https://me:pw@proxy.test/"]) {
      expect(proxyOption(url)).toBe(url);
    }
  });

  it.each(["", "proxy.test:3128", "me:hush@proxy.test", "socks5://me:hush@proxy.test"])(
    "refuses %j as a mistake of usage, and does not show it",
    (text) => {
      expect(() => proxyOption(text)).toThrow(UsageError);
      expect(() => proxyOption(text)).toThrow("--proxy");
      expect(() => proxyOption(text)).not.toThrow("hush");
    },
  );
});
