import type { LiveSize } from "./live/live-lines.ts";
import { hasColours, type Paint, paintOf } from "./live/paint.ts";

/** What is written to for people: the standard error. */
export type Stderr = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** What of the environment tells what a terminal can do. */
export type ScreenEnvironment = Readonly<
  Partial<Record<"CI" | "FORCE_COLOR" | "NO_COLOR" | "TERM", string>>
>;

/** The standard error, with last lines that change where it is a terminal. */
export interface Screen {
  /** Whether it has lines that change. */
  readonly isLive: boolean;
  readonly paint: Paint;
  /** Prints a line that stays, above those that change. */
  line(text: string): void;
  /** Changes the last lines of a terminal, anew too when its size changes; nothing elsewhere. */
  live(draw: (size: LiveSize) => readonly string[]): void;
  /** Takes the last lines away. */
  clear(): void;
}

/**
 * Opens the standard error. Lines change only on a terminal that can do that, and that somebody looks
 * at: none where `TERM` is `dumb`, or `CI` is set.
 */
export async function openScreen(
  stderr: Stderr = process.stderr,
  env: ScreenEnvironment = process.env,
): Promise<Screen> {
  const isTerminal = stderr.isTTY === true;
  const paint = paintOf(hasColours(isTerminal, env));
  if (!isTerminal || env.TERM === "dumb" || isCi(env)) return plainScreen(stderr, paint);
  const [{ createLogUpdate }, { LiveScreen }] = await Promise.all([
    import("log-update"),
    import("./live/live-screen.ts"),
  ]);
  return new LiveScreen(stderr, paint, createLogUpdate);
}

/** Lines one after another. */
export function plainScreen(stderr: Stderr, paint: Paint): Screen {
  return {
    isLive: false,
    paint,
    line: (text) => void stderr.write(`${text}\n`),
    live() {},
    clear() {},
  };
}

/** The same screen, but for where lines go. */
export function withLine(screen: Screen, line: (text: string) => void): Screen {
  return {
    isLive: screen.isLive,
    paint: screen.paint,
    line,
    live: (draw) => screen.live(draw),
    clear: () => screen.clear(),
  };
}

/** A screen for those who want to see nothing. */
export const silentScreen: Screen = {
  isLive: false,
  paint: (_, text) => text,
  line() {},
  live() {},
  clear() {},
};

function isCi({ CI: ci = "" }: ScreenEnvironment): boolean {
  return ci !== "" && ci !== "false" && ci !== "0";
}
