const weekday = "(?<weekday>[A-Z][a-z]{2})";
const longWeekday = "(?<weekday>Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const month = "(?<month>[A-Z][a-z]{2})";
const day = String.raw`(?<day>\d\d)`;
const year = String.raw`(?<year>\d{4})`;
const time = String.raw`(?<time>\d\d:\d\d:\d\d)`;

const forms: readonly RegExp[] = [
  new RegExp(`^${weekday}, ${day} ${month} ${year} ${time} GMT$`),
  new RegExp(String.raw`^${longWeekday}, ${day}-${month}-(?<year>\d\d) ${time} GMT$`),
  new RegExp(String.raw`^${weekday} ${month} (?<day>[ \d]\d) ${time} ${year}$`),
];

/**
 * Reads an HTTP-date as Unix milliseconds, in any of the three forms of RFC 9110, section 5.6.7:
 * `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
 *
 * All are in UTC.
 * A two-digit year is the last that has these digits, fits the weekday and is no more than 50 years
 * after `nowMs`.
 * The leap second `23:59:60` is the second after it.
 * Anything else is `undefined`: other forms, days that do not exist, a weekday that does not fit.
 */
export function parseHttpDate(value: string, nowMs: number): number | undefined {
  for (const form of forms) {
    const fields = form.exec(value)?.groups;
    if (fields) return read(fields, nowMs);
  }
  return undefined;
}

function read(fields: Record<string, string>, nowMs: number): number | undefined {
  const { weekday = "", day = "", month = "", year = "", time = "" } = fields;
  const inYear = (year: string | number): number | undefined =>
    parseFixed(`${weekday.slice(0, 3)}, ${day.replace(" ", "0")} ${month} ${year} ${time} GMT`);
  if (year.length === 4) return inYear(year);

  const horizon = new Date(nowMs);
  horizon.setUTCFullYear(horizon.getUTCFullYear() + 50);
  const latest = horizon.getUTCFullYear() - ((horizon.getUTCFullYear() - Number(year)) % 100);
  const instant = inYear(latest);
  return instant !== undefined && instant <= horizon.getTime() ? instant : inYear(latest - 100);
}

/** Reads the first form, the one that JavaScript writes, so that what it writes back must be equal. */
function parseFixed(text: string): number | undefined {
  const regular = text.replace("23:59:60", "23:59:59");
  const instant = Date.parse(regular);
  if (new Date(instant).toUTCString() !== regular) return undefined;
  return regular === text ? instant : instant + 1000;
}
