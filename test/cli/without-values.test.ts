import { describe, expect, it } from "vitest";

import { withoutValues } from "../../src/cli/without-values.ts";

describe("withoutValues", () => {
  it.each([
    [
      "option '--headr=X: it's s3cret'\n(Did you mean --header?)",
      "option '--headr'\n(Did you mean --header?)",
    ],
    ["option '--headr: s3cret\n2'", "option '--headr:'"],
    ["option '-HX-Key: s3cret'", "option '-H'"],
    ["option '--detph'", "option '--detph'"],
    ["option '-x'", "option '-x'"],
    ["command 'http://me:s3cret@shop.test/'", "command 'http://REDACTED:REDACTED@shop.test/'"],
    ["command 'fetsh'\n(Did you mean fetch?)", "command 'fetsh'\n(Did you mean fetch?)"],
  ])("makes of %j %j", (text, shown) => {
    expect(withoutValues(`error: unknown ${text}`)).toBe(`error: unknown ${shown}`);
  });

  it.each([
    ["http://me:s3cret@shop.test/", "http://REDACTED:REDACTED@shop.test/"],
    ["me:s3cret@shop.test:80", "REDACTED@shop.test:80"],
    ["Authorization: Bearer\n' is invalid. s3cret", "Authorization: REDACTED"],
    ["10XB", "10XB"],
  ])("makes of the value %j %j", (value, shown) => {
    expect(withoutValues(toldOf(value))).toBe(toldOf(shown));
  });

  it("leaves all else", () => {
    const text = "error: option '--delay <time>' argument 'soon' is invalid.";
    expect(withoutValues(text)).toBe(text);
  });
});

function toldOf(value: string): string {
  return `error: option '--resolve <x>' argument '${value}' is invalid. Expected y.`;
}
