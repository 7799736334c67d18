import type { Outcome } from "../../service/outcome.ts";
import type { Ask } from "./made-call.ts";

/** What was done while a schedule was played. Written out only if somebody asks. */
export class Story {
  readonly #steps: { readonly say: () => string; readonly quick: boolean }[] = [];

  tell(say: () => string, quick = false): void {
    this.#steps.push({ say, quick });
  }

  /** One step a line, up to now. */
  lines(): readonly string[] {
    return this.#steps.map(({ say, quick }) =>
      quick ? `${say()}, and before anything reacts:` : say(),
    );
  }
}

/** A call as it is made. */
export function describeCall(number: number, ask: Ask): string {
  const { request, startWithinMs, timeoutMs, aborted, ignores, answer } = ask;
  const parts = [`call ${number} ${JSON.stringify(request)}`];
  if (startWithinMs < Infinity) parts.push(`startWithin ${startWithinMs}`);
  if (timeoutMs < Infinity) parts.push(`timeout ${timeoutMs}`);
  if (aborted) parts.push("already aborted");
  if (answer) parts.push(`the leaf at once ${describeOutcome(answer)}`);
  else if (ignores) parts.push("the leaf ignores aborts");
  return parts.join(", ");
}

/** Plain calls as they are made. */
export function describeBurst(number: number, count: number, request: string): string {
  return `calls ${number} to ${number + count - 1} ${JSON.stringify(request)}`;
}

/** How a call or a leaf call ended. */
export function describeOutcome(outcome: Outcome<unknown>): string {
  return outcome.ok
    ? `answers ${JSON.stringify(outcome.value)}`
    : `fails with ${describeError(outcome.error)}`;
}

/** An error, or whatever came as one. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name} "${error.message}"` : String(error);
}
