/**
 * What a limiter of ours gives to a call that need not wait. Whoever knows it may go on at once, which is
 * less than half of what it costs to wait for a promise that has resolved.
 */
export const ADMITTED: Promise<void> = Promise.resolve();
