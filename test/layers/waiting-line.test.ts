import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { WaitingLine } from "../../src/layers/waiting-line.ts";
import { Context } from "../../src/service/context.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

describe("WaitingLine", () => {
  it("lets a call enter in the instant in which it is admitted", () => {
    const line = new WaitingLine(() => {});
    let entered = false;
    const enter = async (): Promise<void> => void (entered = true);
    void line.join(new Context(), enter, refusal);
    expect(entered).toBe(false);
    expect(line.admit()).toBe(true);
    expect(entered).toBe(true);
    expect(line.admit()).toBe(false);
  });

  it("answers with what entering comes to", async () => {
    const line = new WaitingLine(() => {});
    const error = new Error("down");
    const good = line.join(new Context(), async () => "page", refusal);
    const bad = line.join(new Context(), () => Promise.reject(error), refusal);
    line.admit();
    line.admit();
    expect(await good).toBe("page");
    await expect(bad).rejects.toBe(error);
  });

  it("takes in nobody who has no patience or has aborted", async () => {
    const line = new WaitingLine(() => {});
    const hasty = line.join(new Context({ startBy: 0 }), async () => {}, refusal);
    await expect(hasty).rejects.toThrow("refused");
    const signal = AbortSignal.abort("stop");
    await expect(line.join(new Context({ signal }), async () => {}, refusal)).rejects.toBe("stop");
    expect(line.length).toBe(0);
  });

  it("sets a timer only for a call that must start by some instant", () => {
    const clock = new VirtualClock();
    const line = new WaitingLine(() => {});
    void line.join(new Context({ clock, deadline: 50 }), async () => {}, refusal);
    expect(clock.pending).toBe(0);
    void line.join(new Context({ clock, startBy: 50 }), async () => {}, refusal);
    expect(clock.pending).toBe(1);
  });

  it("lets in a call whose turn comes at the very end of its patience", async () => {
    const clock = new VirtualClock();
    const line = new WaitingLine(() => {});
    const call = line.join(new Context({ clock, startBy: 50 }), async () => "page", refusal);
    clock.timer(() => line.admit(), 50);
    expect(await clock.run(call)).toBe("page");
    expect(clock.pending).toBe(0);
  });

  it("is a queue that calls may leave anywhere, without residue, whatever happens in what order", () => {
    const step = fc.record({
      act: fc.constantFrom("join", "join hastily", "admit", "abort", "wait"),
      which: fc.nat(20),
    });
    const steps = fc.array(step, { minLength: 10, maxLength: 40, size: "max" });
    fc.assert(
      fc.property(steps, (steps) => {
        const clock = new VirtualClock();
        const entered: number[] = [];
        const controllers: AbortController[] = [];
        let expected: { n: number; startBy: number }[] = [];
        let left = 0;
        const line = new WaitingLine(() => left++);

        const act = {
          join: (startBy: number): void => {
            const n = controllers.length;
            const controller = new AbortController();
            controllers.push(controller);
            expected.push({ n, startBy });
            const context = new Context({ clock, startBy, signal: controller.signal });
            line.join(context, async () => entered.push(n), refusal).catch(() => {});
          },
          admit: (): void => {
            const first = expected.shift();
            expect(line.admit()).toBe(first !== undefined);
            expect(first === undefined || entered.at(-1) === first.n).toBe(true);
          },
          abort: (n: number): void => {
            controllers[n]?.abort("stop");
            expected = expected.filter((call) => call.n !== n);
          },
          wait: (ms: number): void => {
            clock.advance(ms);
            expected = expected.filter(({ startBy }) => startBy > clock.now());
          },
        };
        for (const { act: name, which } of steps) {
          if (name === "join") act.join(Infinity);
          else if (name === "join hastily") act.join(clock.now() + which + 1);
          else act[name](which);
          expect(line.length).toBe(expected.length);
          expect(clock.pending).toBe(expected.filter(({ startBy }) => startBy < Infinity).length);
        }
        expect(entered.length + left + line.length).toBe(controllers.length);
      }),
    );
  });
});

function refusal(): Error {
  return new Error("refused");
}
