import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseHttpDate } from "../../src/http/http-date.ts";

const now = Date.UTC(2026, 10, 30, 12);

describe("parseHttpDate", () => {
  it.each([
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun Nov  6 08:49:37 1994",
    "Sun Nov 06 08:49:37 1994",
  ])("reads %s, in UTC", (date) => {
    expect(parseHttpDate(date, now)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  });

  it.each([
    ["a day that does not exist", "Mon, 30 Feb 2026 12:00:00 GMT"],
    ["a day in no leap year", "Sun, 29 Feb 2026 12:00:00 GMT"],
    ["a weekday that does not fit", "Tue, 30 Nov 2026 12:00:00 GMT"],
    ["an hour that does not exist", "Mon, 30 Nov 2026 24:00:00 GMT"],
    ["a second that does not exist", "Mon, 30 Nov 2026 12:00:60 GMT"],
    ["a month that does not exist", "Mon, 30 Nox 2026 12:00:00 GMT"],
    ["a weekday cut short", "Mon, 30-Nov-26 12:00:00 GMT"],
    ["a weekday that does not exist", "Monsday, 30-Nov-26 12:00:00 GMT"],
    ["another zone", "Mon, 30 Nov 2026 12:00:00 +0000"],
    ["no zone", "Mon, 30 Nov 2026 12:00:00"],
    ["lower case", "mon, 30 nov 2026 12:00:00 gmt"],
    ["one digit", "Mon, 3 Nov 2026 12:00:00 GMT"],
    ["two digits in the first form", "Mon, 30 Nov 26 12:00:00 GMT"],
    ["white space around", " Mon, 30 Nov 2026 12:00:00 GMT"],
    ["an ISO date", "2026-11-30T12:00:00Z"],
    ["a number", "2026"],
    ["nothing", ""],
  ])("does not read %s", (_, date) => expect(parseHttpDate(date, now)).toBeUndefined());

  it("reads the leap second as the second after it", () => {
    const leap = parseHttpDate("Sat, 31 Dec 2016 23:59:60 GMT", now);
    expect(leap).toBe(Date.UTC(2017, 0, 1));
  });

  it("takes a year of two digits for one no more than 50 years ahead", () => {
    const last = new Date(Date.UTC(2076, 10, 30, 12));
    expect(parseHttpDate("Monday, 30-Nov-76 12:00:00 GMT", now)).toBe(last.getTime());
    expect(parseHttpDate("Monday, 30-Nov-76 12:00:01 GMT", now)).toBeUndefined();
    expect(parseHttpDate("Tuesday, 30-Nov-76 12:00:01 GMT", now)).toBe(
      Date.UTC(1976, 10, 30, 12, 0, 1),
    );
  });

  it("takes a year of two digits for one whose weekday fits", () => {
    expect(parseHttpDate("Thursday, 01-Jan-70 00:00:00 GMT", now)).toBe(0);
  });

  it("reads back any second, in every form", () =>
    fc.assert(
      fc.property(second, (date) => {
        const read = forms(date).map((text) => parseHttpDate(text, date.getTime()));
        expect(new Set(read)).toEqual(new Set([date.getTime()]));
      }),
    ));

  it("reads no date with the weekday of another", () =>
    fc.assert(
      fc.property(second, fc.integer({ min: 1, max: 6 }), (date, days) => {
        const other = new Date(date.getTime() + days * 86_400_000);
        const text = other.toUTCString().slice(0, 3) + date.toUTCString().slice(3);
        expect(parseHttpDate(text, now)).toBeUndefined();
      }),
    ));
});

const second: fc.Arbitrary<Date> = fc
  .date({ min: new Date("1000-01-01"), max: new Date("9999-12-01"), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000));

/** A date in the three forms of RFC 9110. */
function forms(date: Date): readonly string[] {
  const fixed = date.toUTCString();
  const [weekday = "", day = "", month = "", year = "", time = ""] = fixed.split(/,? /);
  const longWeekday = date.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
  return [
    fixed,
    `${longWeekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
    `${weekday} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`,
  ];
}
