export const DOUBLE_QUOTE = 0x22;
export const SINGLE_QUOTE = 0x27;
export const SLASH = 0x2f;
export const EQUALS = 0x3d;
export const GREATER = 0x3e;

/** Whether the code unit is white space to HTML: tab, line feed, form feed, carriage return, space. */
export function isSpace(code: number): boolean {
  return code === 0x20 || (code <= 0x0d && code >= 0x09 && code !== 0x0b);
}

/** Whether the code unit is an ASCII letter. */
export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Whether the code unit ends the name of a tag. */
export function endsTagName(code: number): boolean {
  return code <= GREATER && (code === GREATER || code === SLASH || isSpace(code));
}

/** Whether `text` holds the lower-case `name`, in any ASCII case, from `start` to `end`. */
export function isNamed(text: string, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  for (let i = 0; i < name.length; i++) {
    const code = text.charCodeAt(start + i);
    const lower = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
    if (lower !== name.charCodeAt(i)) return false;
  }
  return true;
}

/** The text with the letters of ASCII, and no others, in lower case. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
