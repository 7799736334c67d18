import type { Evidence } from "./evidence.ts";

/** Looks for one thing in a response, and tells what it saw; undefined where it is not there. */
export type Signal = (evidence: Evidence) => string | undefined;

/** The request was refused: a status from 400 up. */
export const refused: Signal = ({ status }) => (status >= 400 ? `status ${status}` : undefined);

/** One of these statuses. */
export function status(...wanted: readonly number[]): Signal {
  return ({ status }) => (wanted.includes(status) ? `status ${status}` : undefined);
}

/** A header, and what its value is like in lower case. */
export function header(name: string, value?: RegExp): Signal {
  return ({ headers }) => {
    const actual = headers.get(name)?.toLowerCase();
    if (actual === undefined || value?.test(actual) === false) return undefined;
    return value ? `header ${name}: ${actual}` : `header ${name}`;
  };
}

/** A cookie that is set, by the beginning of its name. */
export function cookie(name: string): Signal {
  return ({ headers }) =>
    headers.getAll("set-cookie").some((cookie) => cookie.startsWith(name))
      ? `cookie ${name}`
      : undefined;
}

/** The page is called so: the whole of its title, in lower case. */
export function title(words: string | RegExp): Signal {
  return ({ page }) => {
    const isSo = typeof words === "string" ? page.title === words : words.test(page.title);
    return isSo ? `title "${page.title}"` : undefined;
  };
}

/** The page has no title, as no page has that people are to find. */
export const untitled: Signal = ({ page }) => (page.title === "" ? "no title" : undefined);

/** Something in the tags and scripts of the page, in lower case. No text of a page can hold it. */
export function code(mark: string | RegExp): Signal {
  return ({ page }) => found("code", mark, page.whole) && found("code", mark, page.code); // the first is cheap
}

/** Something in the words of the page, in lower case. */
export function text(words: string | RegExp): Signal {
  const hint = typeof words === "string" ? longestWord(words) : "";
  return ({ page }) => (page.whole.includes(hint) ? found("text", words, page.text) : undefined); // the first is cheap
}

/** What the page begins with for a reader, behind its title, in lower case. */
export function opening(words: string): Signal {
  return ({ page }) => {
    const rest = page.text.slice(page.text.startsWith(page.title) ? page.title.length : 0);
    return rest.trimStart().startsWith(words) ? `opening "${words}"` : undefined;
  };
}

/** The first that is seen of several. */
export function oneOf(...signals: readonly Signal[]): Signal {
  return (evidence) => {
    for (const signal of signals) {
      const seen = signal(evidence);
      if (seen !== undefined) return seen;
    }
    return undefined;
  };
}

function found(where: string, wanted: string | RegExp, there: string): string | undefined {
  const what =
    typeof wanted === "string" ? there.includes(wanted) && wanted : wanted.exec(there)?.[0];
  return typeof what === "string" ? `${where} "${what}"` : undefined;
}

/** No tag parts it, nor is any of it written as a number. */
function longestWord(words: string): string {
  return (words.match(/[a-z]+/g) ?? [""]).reduce((a, b) => (b.length > a.length ? b : a));
}
