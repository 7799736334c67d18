export { fail, script, succeed } from "./script.ts";
export { VirtualClock, type VirtualClockOptions } from "./virtual-clock.ts";
