import { SingleFlight } from "../../../src/layers/coalesce/single-flight.ts";
import { Context, type ContextOptions } from "../../../src/service/context.ts";

/** A {@link SingleFlight} of this work, and what it is called with. */
export function flights(work: (context: Context) => Promise<string>): {
  readonly share: (id: string, options?: ContextOptions | Context) => Promise<string>;
  readonly calls: readonly Context[];
  readonly joined: () => number;
  readonly landed: () => number;
} {
  const flight = new SingleFlight<string>();
  const calls: Context[] = [];
  let joined = 0;
  return {
    calls,
    joined: () => joined,
    landed: () => flight.landed,
    share: (id, options) =>
      flight.share(
        id,
        new Context(options),
        (context) => {
          calls.push(context);
          return work(context);
        },
        (event) => (event === "joined" ? joined++ : 0),
      ),
  };
}
