import type { Cell } from "../support/fake-terminal.ts";

const CELL = 8.4;
const LINE = 20;
const FONT = 14;
const PADDING = 16;

/** Draws what a terminal shows, so many columns wide, under the command that was typed. */
export function terminalSvg(
  command: string,
  rows: readonly (readonly Cell[])[],
  columns: number,
): string {
  const typed = `$ ${command}`.split("").map((character) => ({ character, style: new Set([1]) }));
  const shown = [typed, ...rows];
  const width = columns * CELL + 2 * PADDING;
  const height = shown.length * LINE + 2 * PADDING;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>A terminal in which pagoda crawls</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#1b1f27"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${FONT}" fill="#d7dae0">`,
    ...shown.flatMap((cells, row) => rowSvg(cells, PADDING + (row + 1) * LINE - 6)),
    "</g>",
    "</svg>\n",
  ].join("\n");
}

/** Runs of one style each, at their columns, so that no font moves them. */
function rowSvg(cells: readonly Cell[], y: number): readonly string[] {
  const runs: { at: number; text: string; fill: string }[] = [];
  for (const [at, { character, style }] of cells.entries()) {
    const fill = fillOf(style);
    const last = runs.at(-1);
    if (last?.fill === fill) last.text += character;
    else runs.push({ at, text: character, fill });
  }
  return runs
    .filter(({ text }) => text.trim() !== "")
    .map(({ at, fill, text }) => {
      const x = (PADDING + at * CELL).toFixed(1);
      const length = (text.length * CELL).toFixed(1);
      return `<text x="${x}" y="${y}"${fill} textLength="${length}" xml:space="preserve">${escaped(text)}</text>`;
    });
}

function fillOf(style: ReadonlySet<number>): string {
  const code = [...style].at(-1);
  const colour = code === undefined ? undefined : colours[code];
  return colour === undefined ? "" : ` fill="${colour}"`;
}

/** By SGR code. */
const colours: Readonly<Record<number, string>> = {
  1: "#ffffff",
  2: "#7d8590",
  31: "#f47067",
  32: "#6bc46d",
  33: "#daaa3f",
  36: "#56d4dd",
};

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
