import type { Context } from "../../../../src/service/context.ts";
import { NotNowError } from "../../../../src/service/errors.ts";
import type { Handler, Service } from "../../../../src/service/service.ts";

/** What is wrong with a limit, if anything. */
export interface Flaws {
  readonly limit?: number;
  /** How long calls wait past their `startBy`. */
  readonly lateMs?: number;
  /** Who gets a place that comes free. */
  readonly next?:
    | "first"
    | "last"
    | "the hurried first"
    | "the second after a failure"
    | "two at once";
  /** Whose place is lost. */
  readonly loses?: "who aborts" | "what fails" | "what is refused";
  /** Whether what fails gives back a place too many. */
  readonly gains?: boolean;
}

/** A limit of calls in flight. Without flaws it keeps all laws. */
export function brokenLimit(
  flaws: Flaws = {},
): (inner: Service<string, string>) => Handler<string, string> {
  const { limit = 2, lateMs = 0, next = "first", loses, gains } = flaws;
  return (inner) => {
    const line: (() => void)[] = [];
    let free = limit;

    const admit = (): void => {
      const enter = next === "last" ? line.pop() : line.shift();
      if (enter) enter();
      else free++;
    };

    const release = (failed: boolean): void => {
      if (failed && gains) free++;
      if (failed && loses === "what fails") return;
      if (failed && next === "the second after a failure") line.shift();
      admit();
      if (next !== "two at once") return;
      free--;
      admit();
    };

    const enter = (request: string, context: Context): Promise<string> => {
      const call = inner.call(request, context);
      call.then(
        () => release(false),
        () => release(true),
      );
      return call;
    };

    const wait = (request: string, context: Context): Promise<string> =>
      new Promise((resolve, reject) => {
        const place = (): void => {
          unhook();
          resolve(enter(request, context));
        };
        const leave = (why: unknown): void => {
          unhook();
          if (loses === "who aborts" && context.aborted)
            line.splice(line.indexOf(place), 1, () => {});
          else line.splice(line.indexOf(place), 1);
          reject(why);
        };
        const hook = context.onAbort(leave);
        const timer = context.clock.timer(
          () => leave(new NotNowError("no place came free")),
          context.startBy - context.clock.now() + lateMs,
        );
        const unhook = (): void => {
          hook[Symbol.dispose]();
          timer[Symbol.dispose]();
        };
        if (next === "the hurried first" && context.startBy < Infinity) line.unshift(place);
        else line.push(place);
      });

    return async (request, context) => {
      context.throwIfAborted();
      if (free > 0) {
        free--;
        return enter(request, context);
      }
      if (context.patienceMs() === 0 && lateMs === 0) {
        if (loses === "what is refused") free--;
        throw new NotNowError("no place is free");
      }
      return wait(request, context);
    };
  };
}
