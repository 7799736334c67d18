import { Writable } from "node:stream";

import stringWidth from "string-width";

/** A character on the screen, and the SGR codes that are on for it. The rest of a wide one is empty. */
export interface Cell {
  readonly character: string;
  readonly style: ReadonlySet<number>;
}

/** One row of the screen, and whether the line goes on in the next. */
interface Row {
  cells: Cell[];
  goesOn: boolean;
}

// oxlint-disable-next-line no-control-regex -- as a terminal is told what to do
const sequence = /\u001B\[(\??)([\d;]*)([A-Za-z])/y;

/** A terminal that obeys what log-update and styleText write, and reflows lines when it is resized. */
export class FakeTerminal extends Writable {
  readonly isTTY = true;
  columns: number;
  rows: number;
  /** All that was written. */
  written = "";
  #screen: Row[] = [{ cells: [], goesOn: false }];
  #row = 0;
  #column = 0;
  #style: ReadonlySet<number> = new Set();

  constructor(columns: number, rows = 24) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.rows = rows;
  }

  /** The lines from the top, with those that have scrolled away, without what is empty at the end. */
  get lines(): readonly string[] {
    return this.cells.map((row) =>
      row
        .map(({ character }) => character)
        .join("")
        .trimEnd(),
    );
  }

  get cells(): readonly (readonly Cell[])[] {
    const last = this.#screen.findLastIndex(({ cells }) => cells.length > 0);
    return this.#screen.slice(0, last + 1).map(({ cells }) => cells);
  }

  /** Changes the size, as tmux does: lines that no longer fit go on in the next row. */
  resize(columns: number): void {
    this.columns = columns;
    const { lines, at, column } = this.#unwrapped();
    this.#screen = [];
    for (const [index, line] of lines.entries()) {
      const rows = Math.max(1, Math.ceil(line.length / columns));
      if (index === at) {
        this.#row = this.#screen.length + Math.min(rows - 1, Math.floor(column / columns));
        this.#column = column % columns;
      }
      for (let row = 0; row < rows; row++) {
        const cells = line.slice(row * columns, (row + 1) * columns);
        this.#screen.push({ cells, goesOn: row < rows - 1 });
      }
    }
    this.emit("resize");
  }

  override _write(text: string, _: BufferEncoding, done: () => void): void {
    this.written += text;
    for (let at = 0; at < text.length;) {
      sequence.lastIndex = at;
      const found = sequence.exec(text);
      if (found) this.#obey(found);
      else this.#put(graphemeAt(text, at));
      at += found ? found[0].length : graphemeAt(text, at).length;
    }
    done();
  }

  #put(character: string): void {
    if (character === "\r") this.#column = 0;
    else if (character === "\n") this.#goTo(this.#row + 1, 0);
    else this.#show(character);
  }

  #show(character: string): void {
    const width = stringWidth(character);
    if (this.#column + width > this.columns) {
      this.#at(this.#row).goesOn = true;
      this.#goTo(this.#row + 1, 0);
    }
    const { cells } = this.#at(this.#row);
    while (cells.length < this.#column) cells.push({ character: " ", style: new Set() });
    const rest = Array.from({ length: width - 1 }, () => "");
    for (const shown of [character, ...rest]) {
      cells[this.#column++] = { character: shown, style: this.#style };
    }
  }

  #obey([, , codes = "", name]: RegExpExecArray): void {
    const count = Math.max(1, Number(codes));
    if (name === "A") this.#goTo(Math.max(0, this.#row - count), this.#column);
    else if (name === "B") this.#goTo(this.#row + count, this.#column);
    else if (name === "G") this.#column = count - 1;
    else if (name === "K") this.#erase(codes);
    else if (name === "J") this.#eraseDown();
    else if (name === "m") this.#style = styled(this.#style, Number(codes));
    else if (name !== "h" && name !== "l")
      throw new Error(`The fake terminal knows no CSI ${name}`);
  }

  #erase(codes: string): void {
    const row = this.#at(this.#row);
    row.cells = codes === "2" ? [] : row.cells.slice(0, this.#column);
    row.goesOn = false;
  }

  #eraseDown(): void {
    this.#erase("0");
    this.#screen.length = this.#row + 1;
  }

  #goTo(row: number, column: number): void {
    this.#row = row;
    this.#column = column;
    this.#at(row);
  }

  #at(index: number): Row {
    while (this.#screen.length <= index) this.#screen.push({ cells: [], goesOn: false });
    return this.#screen[index] ?? { cells: [], goesOn: false };
  }

  #unwrapped(): { lines: Cell[][]; at: number; column: number } {
    const lines: Cell[][] = [];
    let at = 0;
    let column = 0;
    let isNew = true;
    for (const [index, { cells, goesOn }] of this.#screen.entries()) {
      const before = isNew ? [] : (lines.pop() ?? []);
      if (index === this.#row) [at, column] = [lines.length, before.length + this.#column];
      lines.push([...before, ...cells]);
      isNew = !goesOn;
    }
    return { lines, at, column };
  }
}

/** Code 0 and those from 22 up that end a style, end them all: no two overlap here. */
function styled(style: ReadonlySet<number>, code: number): ReadonlySet<number> {
  const ends = code === 0 || code === 22 || code === 39;
  return ends ? new Set() : new Set([...style, code]);
}

function graphemeAt(text: string, at: number): string {
  const [first] = segmenter.segment(text.slice(at, at + 40));
  return first?.segment[0] === "\r" ? "\r" : (first?.segment ?? "");
}

const segmenter = new Intl.Segmenter();
