import { styleText } from "node:util";

/** How words of ours stand out. */
export type Style = "bold" | "dim" | "cyan" | "green" | "red" | "yellow";

/** Gives a text a style, or not where there are no colours. */
export type Paint = (style: Style, text: string) => string;

/** What of the environment tells whether there are colours. */
export type ColourEnvironment = Readonly<
  Partial<Record<"FORCE_COLOR" | "NO_COLOR" | "TERM", string>>
>;

/**
 * Whether there are colours, on a terminal or not.
 *
 * `FORCE_COLOR` decides, if it is set: `0` and `false` are no. Else there are none where `NO_COLOR` is
 * set and not empty, where `TERM` is `dumb`, and where there is no terminal.
 */
export function hasColours(isTerminal: boolean, env: ColourEnvironment): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: no = "", TERM: term } = env;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && no === "" && term !== "dumb";
}

/** Paints, or leaves all as it is. */
export function paintOf(colours: boolean): Paint {
  if (!colours) return (_, text) => text;
  return (style, text) => styleText(style, text, { validateStream: false });
}
