import { STATUS_CODES } from "node:http";

/** Statuses whose responses may be kept without a word of the server on it (RFC 9110, section 15.1). */
const heuristic: ReadonlySet<number> = new Set([
  200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501,
]);

/** Whether a response of this status may be kept, and taken for fresh, where the server does not say. */
export function isHeuristic(status: number): boolean {
  return heuristic.has(status);
}

/** Whether we know what a response of this status means, but that it is only a part or no response by itself. */
export function isUnderstood(status: number): boolean {
  return String(status) in STATUS_CODES && status !== 206 && status !== 304;
}
