const LOCALES = ["en", "de", "es", "fr", "it", "nl", "pl", "pt", "sv"];

let names: ReadonlySet<string> | undefined;

/** Whether a word of a URL names a month or a day of the week in a common language, in full or short. */
export function isMonthOrDay(word: string): boolean {
  names ??= new Set(LOCALES.flatMap(namesIn));
  return names.has(word.toLowerCase());
}

function namesIn(locale: string): readonly string[] {
  return (["long", "short"] as const).flatMap((style) => {
    const month = new Intl.DateTimeFormat(locale, { month: style, timeZone: "UTC" });
    const day = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: "UTC" });
    const months = Array.from({ length: 12 }, (_, at) => month.format(Date.UTC(2024, at)));
    const days = Array.from({ length: 7 }, (_, at) => day.format(Date.UTC(2024, 0, 1 + at)));
    return [...months, ...days].flatMap(spellings);
  });
}

/** As it is written in a URL: escaped, or without its accents. */
function spellings(name: string): readonly string[] {
  const plain = name.toLowerCase().replace(/\.$/, "");
  const bare = plain.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return [encodeURIComponent(plain).toLowerCase(), bare];
}
