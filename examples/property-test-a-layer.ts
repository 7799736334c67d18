import fc from "fast-check";
import { type Layer, layer, ServiceBuilder } from "pagoda";
import { VirtualClock } from "pagoda/testing";

/** Waits `ms` before each call: the layer under test. */
const delayed = (ms: number): Layer<number, number> =>
  layer("delayed", (inner) => async (request, context) => {
    await context.sleep(ms);
    return inner.call(request, context);
  });

// Whatever the calls and the delay: each is answered, none too early, and no timer is left.
await fc.assert(
  fc.asyncProperty(fc.array(fc.integer(), { minLength: 1 }), fc.nat(5000), async (calls, ms) => {
    const clock = new VirtualClock(); // hours pass in no time
    const started: number[] = [];
    const stack = ServiceBuilder.for<number, number>()
      .layer(delayed(ms))
      .service(
        async (n) => {
          started.push(clock.now());
          return n;
        },
        { clock },
      );
    const answers = await clock.run(Promise.all(calls.map((n) => stack.call(n))));
    return (
      answers.join() === calls.join() && started.every((at) => at >= ms) && clock.pending === 0
    );
  }),
);
console.log("the property holds"); // the property holds
