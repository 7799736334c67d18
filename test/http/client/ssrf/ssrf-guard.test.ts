import { describe, expect, it } from "vitest";

import type { SsrfGuardOptions } from "../../../../src/http/client/ssrf/ssrf-guard-options.ts";
import { SsrfGuard, ssrfGuardOf } from "../../../../src/http/client/ssrf/ssrf-guard.ts";
import { BlockedAddressError } from "../../../../src/http/errors.ts";
import { untyped } from "../../../support/untyped.ts";

describe("SsrfGuard", () => {
  it("blocks what is not public, and says why", () => {
    const error = blocked({}, "10.0.0.5");
    expect(error).toMatchObject({
      code: "blocked_address",
      host: "shop.test",
      port: 80,
      address: "10.0.0.5",
      reason: "private, RFC 1918",
      message: "Blocked 10.0.0.5, an address of shop.test: private, RFC 1918",
    });
  });

  it("lets public addresses through", () => {
    const list = ["8.8.8.8", "2606:4700:4700::1111", "64:ff9b::8.8.8.8", "2002:808:808::1"];
    expect(blocked({}, ...list)).toBeUndefined();
    expect(blocked({})).toBeUndefined();
  });

  it("blocks a host any of whose addresses is blocked, wherever that stands", () => {
    for (const list of [
      ["8.8.8.8", "::1"],
      ["::1", "8.8.8.8"],
    ]) {
      expect(blocked({}, ...list)).toMatchObject({ address: "::1" });
    }
  });

  it("blocks what it cannot read", () => {
    expect(blocked({}, "127.1")).toMatchObject({ reason: "no IP address" });
  });

  it("lets through what is allowed, in every spelling of it", () => {
    const allow = ["10.1.0.0/16", "::1"];
    const spellings = ["10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::10.1.2.3", "2002:a01:203::", "::1"];
    expect(blocked({ allow }, ...spellings)).toBeUndefined();
    for (const other of ["10.2.0.1", "::2", "::10.1.2.3", "::ffff:10.2.0.1"]) {
      expect(blocked({ allow }, other)).toBeInstanceOf(BlockedAddressError);
    }
  });

  it("blocks what is denied, in every spelling of it, be it public or allowed", () => {
    const options = { allow: ["10.0.0.0/8"], deny: ["8.8.8.0/24", "10.9.0.0/16", "2606::/16"] };
    const spellings = ["8.8.8.8", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::"];
    for (const it of [...spellings, "10.9.1.1", "2606::1"]) {
      expect(blocked(options, it)).toMatchObject({ reason: "denied" });
    }
    expect(blocked(options, "8.8.4.4", "10.8.0.1", "2607::1")).toBeUndefined();
  });

  it("takes networks of IPv6 for spellings, which say nothing of plain IPv4", () => {
    const options = { deny: ["::ffff:0:0/96", "64:ff9b::/96"] };
    expect(blocked(options, "8.8.8.8")).toBeUndefined();
    expect(blocked(options, "::ffff:8.8.8.8")).toMatchObject({ reason: "denied" });
    expect(blocked({ allow: ["::ffff:0:0/96"] }, "127.0.0.1")).toBeDefined();
  });

  it("lets only listed ports through, whatever the address", () => {
    expect(
      [22, 79, 80, 443, 6379, 8080, 8443, 8444].filter((port) => !refused({}, "a.test", port)),
    ).toEqual([80, 443, 8080, 8443]);
    const options = { ports: [81], allow: ["127.0.0.1"] };
    expect(refused(options, "127.0.0.1", 81)).toBeUndefined();
    expect(refused(options, "127.0.0.1", 80)).toMatchObject({
      address: undefined,
      message: "Blocked 127.0.0.1: port 80 is none of 81",
    });
  });

  it.each(["localhost", "LOCALHOST.", "a.b.localhost", "metadata.google.internal."])(
    "blocks the name %s before it is looked up",
    (host) => {
      expect(refused({}, host)).toMatchObject({ host, address: undefined });
    },
  );

  it.each(["notlocalhost", "localhost.test", "google.internal", "a.metadata.google.internal"])(
    "leaves it to the resolver what %s is",
    (host) => {
      expect(refused({}, host)).toBeUndefined();
    },
  );

  it("leaves such a name to the resolver where its address is allowed", () => {
    expect(refused({ allow: ["::1"] }, "localhost")).toBeUndefined();
    expect(refused({ allow: ["169.254.169.254"] }, "metadata.google.internal")).toBeUndefined();
    expect(refused({ allow: ["10.0.0.0/8"] }, "localhost")).toBeDefined();
  });
});

describe("ssrfGuardOf", () => {
  it("makes a guard where one is asked for", () => {
    expect(ssrfGuardOf(false)).toBeUndefined();
    expect(ssrfGuardOf(true)).toBeInstanceOf(SsrfGuard);
    expect(ssrfGuardOf({})).toBeInstanceOf(SsrfGuard);
  });

  it.each([
    ["yes", 'Expected "ssrfGuard" to be true or false: got "yes"'],
    [null, "Expected the options of ssrfGuard to be an object: got null"],
    [{ block: [] }, 'Expected options of ssrfGuard, allow, deny, ports: got "block"'],
    [{ allow: "10.0.0.0/8" }, 'Expected "ssrfGuard.allow" to be an array of strings'],
    [{ allow: ["10.0.0.1/8"] }, 'Expected "ssrfGuard.allow" to be addresses, or networks such as'],
    [{ deny: ["shop.test"] }, 'Expected "ssrfGuard.deny" to be addresses, or networks such as'],
    [{ ports: 80 }, 'Expected "ssrfGuard.ports" to be an array: got 80'],
    [{ ports: [] }, 'Expected "ssrfGuard.ports" to be ports, 1 to 65535: got none'],
    [{ ports: [80, 0] }, 'Expected "ssrfGuard.ports" to be ports, 1 to 65535: got 0'],
    [{ ports: [65_536] }, 'Expected "ssrfGuard.ports" to be ports, 1 to 65535: got 65536'],
    [{ ports: ["80"] }, 'Expected "ssrfGuard.ports" to be ports, 1 to 65535: got "80"'],
  ])("refuses %o", (option, message) => {
    expect(() => ssrfGuardOf(untyped(option))).toThrow(message);
  });
});

/** What is thrown for a host with these addresses. */
function blocked(options: SsrfGuardOptions, ...addresses: readonly string[]): unknown {
  return thrownBy(() => new SsrfGuard(options).requireAddresses(addresses, "shop.test", 80));
}

/** What is thrown for a host before it is looked up. */
function refused(options: SsrfGuardOptions, host: string, port = 80): unknown {
  return thrownBy(() => new SsrfGuard(options).requireHost(host, port));
}

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
