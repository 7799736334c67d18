import type { AcceptBody, ResponseHead } from "../../http/message.ts";
import { show } from "../../service/options.ts";

/** Asks an `accept` of the user's, whose answer must be there at once: a promise would pass for a yes. */
export function decided(accept: (head: ResponseHead) => unknown): AcceptBody {
  return (head) => {
    const answer = accept(head);
    if (typeof answer === "boolean") return answer;
    const isPromise = answer instanceof Promise;
    if (isPromise) answer.catch(() => {}); // nobody waits for it
    const got = isPromise ? "a promise" : show(answer);
    throw new TypeError(`Expected "accept" to give true or false, and at once: got ${got}`);
  };
}
