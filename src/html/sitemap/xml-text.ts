import { decodeHTMLStrict } from "entities/decode";

/** Decodes the references in XML. One to an entity that we do not know, whatever it is to stand for, is nothing. */
export function decodeXmlText(text: string): string {
  return text.includes("&") ? text.replace(reference, decode) : text;
}

const reference = /&(?:#x?[\da-f]+|[a-z]\w*);/gi;

function decode(reference: string): string {
  const text = decodeHTMLStrict(reference);
  return text === reference ? "" : text;
}

/** The text of an element as it comes in pieces, in which CDATA stands for itself. */
export class XmlText {
  #decoded = "";
  #written = "";

  add(text: string, isCdata: boolean): void {
    if (!isCdata) this.#written += text;
    else {
      this.#decoded = this.value + text;
      this.#written = "";
    }
  }

  /** What has come so far. */
  get value(): string {
    return this.#decoded + decodeXmlText(this.#written);
  }
}
