import { show } from "../service/options.ts";

/** The answer of an `accept` of the user's, which must be there at once: a promise would pass for a yes. */
export function decided(answer: unknown): boolean {
  if (typeof answer === "boolean") return answer;
  const isPromise = answer instanceof Promise;
  if (isPromise) answer.catch(() => {}); // nobody waits for it
  const got = isPromise ? "a promise" : show(answer);
  throw new TypeError(`Expected "accept" to give true or false, and at once: got ${got}`);
}
