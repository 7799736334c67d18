import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Channel } from "../../../src/engine/items/channel.ts";
import { neverHanging } from "../../support/never-hanging.ts";

describe("Channel", () => {
  it("passes on every value, those of one sender in order, with no more inside than it may hold", () => {
    const senders = fc.array(fc.nat(6), { minLength: 1, maxLength: 4 });
    return fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        senders,
        fc.nat(3),
        neverHanging(async (s, senders, capacity) => {
          const channel = new Channel<string>(capacity);
          let most = 0;
          const sending = senders.map(async (count, sender) => {
            for (let n = 0; n < count; n++) {
              await s.schedule(Promise.resolve(), `send ${sender}`);
              const sent = channel.push(`${sender} ${n}`);
              most = Math.max(most, channel.size);
              await sent;
            }
          });
          const received: string[] = [];
          const receiving = (async () => {
            for (let next = await channel.shift(); next; next = await channel.shift()) {
              received.push(next.value);
              await s.schedule(Promise.resolve(), "receive");
            }
          })();
          void Promise.all(sending).then(() => channel.close());
          await s.waitFor(receiving);

          for (const [sender, count] of senders.entries()) {
            const own = received.filter((value) => value.startsWith(`${sender} `));
            expect(own).toEqual(Array.from({ length: count }, (_, n) => `${sender} ${n}`));
          }
          expect(most).toBeLessThanOrEqual(capacity + senders.length);
        }),
      ),
    );
  });

  it("lets what is inside be taken out after it was closed, and takes nothing more in", async () => {
    const channel = new Channel<number | undefined>(9);
    await channel.push(undefined);
    channel.close();
    await channel.push(2);
    expect(await channel.shift()).toEqual({ value: undefined });
    expect(await channel.shift()).toBeUndefined();
  });

  it("holds nobody up once it is unbound", async () => {
    const channel = new Channel<number>(0);
    const waiting = channel.push(1);
    channel.unbound();
    await waiting;
    await channel.push(2);
    expect([await channel.shift(), await channel.shift()]).toEqual([{ value: 1 }, { value: 2 }]);
  });
});
