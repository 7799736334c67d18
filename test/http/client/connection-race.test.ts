import { isIPv6, Socket } from "node:net";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { ConnectionRace } from "../../../src/http/client/connection-race.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

describe("ConnectionRace", () => {
  it("tries all addresses, each once, the families in turns and each in its order", () => {
    const addresses = fc.uniqueArray(fc.oneof(fc.ipV4(), fc.ipV6()), { minLength: 1 });
    fc.assert(
      fc.property(addresses, (addresses) => {
        const { opened, clock } = race(addresses);
        while (clock.pending > 0) clock.advance(250);
        expect(opened[0]).toBe(addresses[0]);
        for (const family of [true, false]) {
          const ofFamily = (address: string): boolean => isIPv6(address) === family;
          expect(opened.filter(ofFamily)).toEqual(addresses.filter(ofFamily));
        }
        const sixes = addresses.filter((address) => isIPv6(address)).length;
        const mixed = 2 * Math.min(sixes, addresses.length - sixes);
        for (let n = 1; n < mixed; n++) {
          expect(isIPv6(opened[n] ?? "")).not.toBe(isIPv6(opened[n - 1] ?? ""));
        }
      }),
    );
  });

  it("tries the next address as soon as one fails", async () => {
    const { sockets, opened, winner } = race(["::1", "127.0.0.1"]);
    sockets[0]?.emit("error", new Error("refused"));
    expect(opened).toEqual(["::1", "127.0.0.1"]);
    sockets[1]?.emit("connect");
    expect(await winner).toBe(sockets[1]);
  });

  it("tries the next address after 250 ms, and takes the first that answers, be it the slow one", async () => {
    const { sockets, opened, winner, clock } = race(["::1", "127.0.0.1"]);
    clock.advance(249);
    expect(opened).toHaveLength(1);
    clock.advance(1);
    expect(opened).toHaveLength(2);
    expect(sockets[0]?.destroyed).toBe(false);
    sockets[0]?.emit("connect");
    expect(await winner).toBe(sockets[0]);
    expect(sockets[1]?.destroyed).toBe(true);
  });

  it("tries no other once one has answered, and leaves no timer", async () => {
    const { sockets, opened, winner, clock } = race(["::1", "127.0.0.1"]);
    sockets[0]?.emit("connect");
    await winner;
    expect([opened.length, clock.pending]).toEqual([1, 0]);
  });

  it("fails as the one address did, or as all of them", async () => {
    const one = race(["127.0.0.1"]);
    const refused = new Error("refused");
    one.sockets[0]?.emit("error", refused);
    expect(await settle(one.winner)).toEqual({ ok: false, error: refused });

    const two = race(["::1", "127.0.0.1"]);
    two.sockets[0]?.emit("error", refused);
    two.sockets[1]?.emit("error", refused);
    expect(await settle(two.winner)).toMatchObject({ error: { errors: [refused, refused] } });
    expect([one.clock.pending, two.clock.pending]).toEqual([0, 0]);
  });

  it("leaves nothing open when it is given up", async () => {
    const { given, sockets, winner, clock } = race(["::1", "127.0.0.1", "127.0.0.2"]);
    clock.advance(250);
    const reason = new Error("enough");
    given.destroy(reason);
    expect(await settle(winner)).toEqual({ ok: false, error: reason });
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
    expect(clock.pending).toBe(0);
  });
});

interface Started {
  readonly given: ConnectionRace;
  readonly winner: Promise<Socket>;
  /** The addresses that were tried, and the sockets by which. */
  readonly opened: string[];
  readonly sockets: Socket[];
  readonly clock: VirtualClock;
}

function race(addresses: readonly string[]): Started {
  const clock = new VirtualClock();
  const opened: string[] = [];
  const sockets: Socket[] = [];
  const open = (address: string): Socket => {
    const socket = new Socket();
    opened.push(address);
    sockets.push(socket);
    return socket;
  };
  const given = new ConnectionRace(addresses, { open, clock });
  return { given, winner: given.winner, opened, sockets, clock };
}
