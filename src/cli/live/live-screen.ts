import type { createLogUpdate } from "log-update";
import stringWidth from "string-width";

import type { Screen, Stderr } from "../screen.ts";
import { fitCells } from "./fit.ts";
import type { LiveSize } from "./live-lines.ts";
import type { Paint } from "./paint.ts";

type Draw = (size: LiveSize) => readonly string[];

/**
 * A terminal whose last lines change.
 *
 * When it becomes narrower, what was shown takes more rows than before, which are all taken away. The
 * cursor is never hidden, so that nothing has to be restored, however the process ends.
 */
export class LiveScreen implements Screen {
  readonly isLive = true;
  readonly paint: Paint;
  readonly #stderr: Stderr;
  readonly #update: ReturnType<typeof createLogUpdate>;
  readonly #onResize: () => void;
  #draw: Draw | undefined;
  #shown: readonly string[] = [];

  constructor(stderr: Stderr, paint: Paint, create: typeof createLogUpdate) {
    if (stderr.columns === 0) Object.assign(stderr, { columns: 80, rows: 24 }); // some do not tell
    this.#stderr = stderr;
    this.paint = paint;
    this.#update = create(stderr, { showCursor: true });
    this.#onResize = () => this.#resize();
  }

  line(text: string): void {
    this.#update.clear();
    this.#stderr.write(`${text}\n`);
    this.#redraw();
  }

  live(draw: Draw): void {
    if (!this.#draw) this.#stderr.on("resize", this.#onResize);
    this.#draw = draw;
    this.#redraw();
  }

  clear(): void {
    this.#stderr.off("resize", this.#onResize);
    this.#draw = undefined;
    this.#shown = [];
    this.#update.clear();
  }

  #redraw(): void {
    const { columns = 80, rows = 24 } = this.#stderr;
    if (!this.#draw) return;
    this.#shown = this.#draw({ columns, rows, paint: this.paint, fitCells });
    this.#update(this.#shown.join("\n"));
  }

  #resize(): void {
    const { columns = 80 } = this.#stderr;
    const more = this.#shown.reduce((sum, line) => sum + wrapped(line, columns), 0);
    this.#update.clear();
    if (more > 0) this.#stderr.write(`\u001B[${more}A\u001B[J`);
    this.#redraw();
  }
}

/** The rows that a line takes beside its first. */
function wrapped(line: string, columns: number): number {
  return Math.max(0, Math.ceil(stringWidth(line) / Math.max(1, columns)) - 1);
}
