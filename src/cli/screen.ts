import type { createLogUpdate } from "log-update";

/** The standard error, with a last line that changes where it is a terminal. */
export interface Screen {
  readonly isTerminal: boolean;
  /** Prints a line that stays. */
  line(text: string): void;
  /** Changes the last line of a terminal; nothing elsewhere. */
  live(text: string): void;
  /** Takes the last line away. */
  clear(): void;
}

/** Opens the standard error. */
export async function openScreen(): Promise<Screen> {
  const { stderr } = process;
  if (!stderr.isTTY) {
    return {
      isTerminal: false,
      line: (text) => void stderr.write(`${text}\n`),
      live() {},
      clear() {},
    };
  }
  if (stderr.columns === 0) Object.assign(stderr, { columns: 80, rows: 24 }); // some do not tell
  const { createLogUpdate } = await import("log-update");
  return terminal(createLogUpdate(stderr, { showCursor: true }));
}

function terminal(log: ReturnType<typeof createLogUpdate>): Screen {
  let last = "";
  return {
    isTerminal: true,
    line(text) {
      log.clear();
      process.stderr.write(`${text}\n`);
      if (last !== "") log(last);
    },
    live(text) {
      last = text;
      log(text);
    },
    clear() {
      last = "";
      log.clear();
    },
  };
}

/** A screen for those who want to see nothing. */
export const silentScreen: Screen = {
  isTerminal: false,
  line() {},
  live() {},
  clear() {},
};
