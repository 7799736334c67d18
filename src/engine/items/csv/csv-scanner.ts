const QUOTE = 0x22;
const COMMA = 0x2c;
const LF = 0x0a;
const CR = 0x0d;

/** A record of a CSV file, in bytes from its beginning. */
export interface CsvRecord {
  readonly start: number;
  /** Where its last cell ends. */
  readonly end: number;
  /** Where the next record starts; undefined of a last one without a line end. */
  readonly next: number | undefined;
  readonly cells: number;
  /** Whether it ends within quotes, and so was cut off. */
  readonly isOpen: boolean;
}

/** Finds the records of RFC 4180 in bytes that come in pieces; a line feed alone ends one too. */
export class CsvScanner {
  #at = 0;
  #start = 0;
  #cellStart = 0;
  #cells = 1;
  #isQuoted = false;
  #isOpen = false;
  #last = 0;

  /** The records that end in these bytes. */
  *push(bytes: Uint8Array): Generator<CsvRecord, void> {
    for (const byte of bytes) {
      if (byte === QUOTE) this.#quote();
      else if (!this.#isOpen && byte === COMMA) this.#beginCell(this.#cells + 1);
      else if (!this.#isOpen && byte === LF) {
        const next = this.#at + 1;
        yield this.#record(this.#last === CR ? next - 2 : next - 1, next);
        this.#start = next;
        this.#beginCell(1);
      }
      this.#last = byte;
      this.#at++;
    }
  }

  /** What stands after the last line end. */
  rest(): CsvRecord | undefined {
    return this.#start === this.#at ? undefined : this.#record(this.#at);
  }

  /** A quote within a cell that did not begin with one is text. */
  #quote(): void {
    if (this.#at === this.#cellStart) this.#isQuoted = true;
    if (this.#isQuoted) this.#isOpen = !this.#isOpen;
  }

  #beginCell(cells: number): void {
    this.#cells = cells;
    this.#cellStart = this.#at + 1;
    this.#isQuoted = false;
  }

  #record(end: number, next?: number): CsvRecord {
    return { start: this.#start, end, next, cells: this.#cells, isOpen: this.#isOpen };
  }
}

/** The cells of one record. */
export function cellsOf(record: string): readonly string[] {
  const cells = record.match(/(?:^|,)(?:"(?:[^"]|"")*"|[^,]*)/g) ?? [];
  return cells.map((cell) => {
    const text = cell.startsWith(",") ? cell.slice(1) : cell;
    return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
  });
}
