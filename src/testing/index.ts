export { BrokenRuleError } from "./contract/broken-rule-error.ts";
export type { FastCheck } from "./fast-check.ts";
export { checkFrontier, type CheckFrontierOptions } from "./frontier/check-frontier.ts";
export { BrokenLawError } from "./laws/broken-law-error.ts";
export { checkLayer, type CheckLayerOptions } from "./laws/check-layer.ts";
export type { Command } from "./laws/command.ts";
export type { LayerReport } from "./laws/hunt.ts";
export { outcomes } from "./laws/outcomes.ts";
export { schedules } from "./laws/schedules.ts";
export { checkRateLimiter, type CheckRateLimiterOptions } from "./limiter/check-rate-limiter.ts";
export type { PageMaker, SimulatedHost, SimulatedPage } from "./network/simulated-host.ts";
export {
  simulateNetwork,
  type SimulatedNetwork,
  type SimulatedNetworkOptions,
  type SimulatedRequest,
} from "./network/simulate-network.ts";
export { page, type PageOptions } from "./page.ts";
export { fail, script, succeed } from "./script.ts";
export { checkCacheStore, type CheckCacheStoreOptions } from "./store/check-cache-store.ts";
export { VirtualClock, type VirtualClockOptions } from "./virtual-clock.ts";
