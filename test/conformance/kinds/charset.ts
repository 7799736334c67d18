import { pageTitle } from "pagoda/html";
import { decodeText } from "pagoda/http";

import { bytesOf, differs, firstOf, playerOf, type Player } from "../case.ts";

interface CharsetCase {
  readonly input: { readonly content_type?: string | null; readonly body_latin1: string };
  readonly expect: {
    readonly encoding?: string;
    readonly title?: string;
    readonly text?: string;
    readonly text_contains?: string;
    readonly no_throw?: boolean;
  };
}

const decoded: Player = playerOf<CharsetCase>(({ input, expect }) => {
  const { content_type: contentType } = input;
  const header = contentType === null || contentType === "none" ? undefined : contentType;
  const { text, encoding } = decodeText(bytesOf(input.body_latin1), header);
  const { title, text_contains: part = "" } = expect;
  return firstOf(
    differs("encoding", encoding, expect.encoding ?? encoding),
    title === undefined ? undefined : differs("title", pageTitle(text), title),
    differs("text", text, expect.text ?? text),
    differs(`${text} has ${part}`, text.includes(part), true),
  );
});

/** Players of the kind `charset`. */
export const charsetPlayers: Readonly<Record<string, Player>> = { charset: decoded };
