import { requireOptions, requireStrings, requireArray, show } from "../../../service/options.ts";
import { type IpNetwork, parseNetwork } from "./ip-network.ts";

/** What a client whose URLs come from strangers may connect to. */
export interface SsrfGuardOptions {
  /** Networks such as `"10.1.0.0/16"`, or addresses, that are let through though they are not public. @defaultValue none */
  readonly allow?: readonly string[];
  /** Those that are blocked though they are public, or allowed. @defaultValue none */
  readonly deny?: readonly string[];
  /** Ports that may be connected to. @defaultValue 80, 443, 8080 and 8443 */
  readonly ports?: readonly number[];
}

/** What options of the guard mean. */
export interface SsrfGuardSettings {
  readonly allow: readonly IpNetwork[];
  readonly deny: readonly IpNetwork[];
  readonly ports: readonly number[];
}

/** Reads the options of the guard; throws on what is wrong with them. */
export function ssrfGuardSettings(options: SsrfGuardOptions): SsrfGuardSettings {
  requireOptions("ssrfGuard", options, { allow: true, deny: true, ports: true });
  const { allow = [], deny = [], ports = [80, 443, 8080, 8443] } = options;
  requirePorts("ssrfGuard.ports", ports);
  return {
    allow: networksOf("ssrfGuard.allow", allow),
    deny: networksOf("ssrfGuard.deny", deny),
    ports: [...ports],
  };
}

function networksOf(option: string, texts: readonly string[]): readonly IpNetwork[] {
  requireStrings(option, texts);
  return texts.map((text) => {
    const network = parseNetwork(text);
    if (network) return network;
    throw new TypeError(
      `Expected "${option}" to be addresses, or networks such as "10.0.0.0/8": got ${show(text)}`,
    );
  });
}

function requirePorts(option: string, ports: readonly number[]): void {
  requireArray(option, ports);
  if (ports.length > 0 && ports.every(isPort)) return;
  const got = ports.length === 0 ? "none" : show(ports.find((port) => !isPort(port)));
  throw new RangeError(`Expected "${option}" to be ports, 1 to 65535: got ${got}`);
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
