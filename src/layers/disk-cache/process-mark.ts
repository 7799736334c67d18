import { hash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** What {@link processMark} gives, as part of a pattern. */
export const MARK_PATTERN: string = String.raw`[\da-f]{8}-\d+-\d+`;

let mark: string | undefined;

/** Tells this process from all others of all machines that share a folder, past and future. */
export function processMark(): string {
  mark ??= `${machine()}-${process.pid}-${startOf(process.pid) ?? 0}`;
  return mark;
}

/**
 * Whether the process of a mark is known to have ended.
 *
 * Of one on another machine or in another container nothing is known.
 */
export function hasEnded(mark: string): boolean {
  const [where, pid = "", start] = mark.split("-");
  return where === machine() && startOf(Number(pid)) !== Number(start);
}

/** This machine, or this container where numbers of processes mean something else than outside. */
function machine(): string {
  return hash("sha256", `${hostname()} ${pidNamespace()}`).slice(0, 8);
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return ""; // this is no Linux
  }
}

/** When a process began, 0 where the system does not tell; undefined if it does not run. */
function startOf(pid: number): number | undefined {
  try {
    if (process.platform !== "linux") return isRunning(pid) ? 0 : undefined;
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state = "Z", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? undefined : Number(fields[18]);
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // another user's
  }
}
