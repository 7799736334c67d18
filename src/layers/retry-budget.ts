import type { Context } from "../service/context.ts";
import { requireFunction, requireOptions, requireWhole, show } from "../service/options.ts";
import { type Fraction, fractionOf } from "./fraction.ts";
import { RepeatAccount, type RepeatTerms } from "./repeat-account.ts";
import { requireKey } from "./require-key.ts";

/** Says how much of the load may be repeats. Users write their own; layers and stacks may share one. */
export interface RetryBudget<Req> {
  /** A call was made, its repeats not counted. */
  deposit(request: Req, context: Context): void;
  /** Whether it may be repeated now; if so, that repeat counts. */
  withdraw(request: Req, context: Context): boolean;
}

/** Options of {@link retryBudget}. */
export interface RetryBudgetOptions<Req> {
  /** Repeats that each call pays for, from 0 to 1000. @defaultValue 0.2 */
  readonly ratio?: number;
  /** Repeats a second that need no call to pay for them. @defaultValue 10 */
  readonly minPerSecond?: number;
  /** How long calls and repeats count, in milliseconds, a tenth less or more. @defaultValue 10 s */
  readonly ttlMs?: number;
  /** Which requests share an account, such as those to one domain. @defaultValue all */
  readonly key?: (request: Req) => string;
  /** Accounts that are kept; the one unused for longest is opened anew. @defaultValue 10,000 */
  readonly maxKeys?: number;
}

/**
 * Keeps repeats to a share of the calls, so that a server that fails is not also flooded.
 *
 * Grants a repeat whenever, that one included, there are no more than `ratio` × calls +
 * `minPerSecond` × `ttlMs` / 1000, and refuses it otherwise.
 * Time passes in tenths of `ttlMs` from the first use of an account: a call counts for `ttlMs` less up
 * to a tenth of it, and a repeat for `ttlMs` and up to a tenth more. So in the `ttlMs` that end with
 * a repeat, whichever, there are never more repeats than the calls of the same `ttlMs` and the reserve
 * pay for; where `ratio` is 0, no span of `ttlMs` has more than the reserve.
 * The count is exact for every ratio, as it was written: of 100 calls 0.29 pays for 29 repeats, and
 * of three 1 / 3 for one.
 * The time is that of the clock of the calls: those who share a budget share a clock. An account takes
 * constant memory.
 * One object passed to several layers or stacks is one budget; one that repeats at two layers counts
 * a call at each.
 *
 * @example
 * ```ts
 * const budget = retryBudget({ ratio: 0.1, key: ({ url }: HttpRequest) => domainKey(url) });
 * const http = httpStack({ retry: { budget } }).service();
 * ```
 */
export function retryBudget<Req = unknown>(
  options: RetryBudgetOptions<Req> = {},
): RetryBudget<Req> {
  const known = { ratio: true, minPerSecond: true, ttlMs: true, key: true, maxKeys: true } as const;
  requireOptions("retryBudget", options, known);
  const { key = () => "", maxKeys = 10_000 } = options;
  const terms = termsOf(options);
  requireFunction("key", key);
  requireWhole("maxKeys", maxKeys, 1);

  const accounts = new Map<string, RepeatAccount>(); // the one unused for longest first
  const accountOf = (request: Req, now: number): RepeatAccount => {
    const name = key(request);
    requireKey(name);
    const account = accounts.get(name) ?? new RepeatAccount(terms, now);
    accounts.delete(name);
    accounts.set(name, account);
    if (accounts.size > maxKeys) deleteFirst(accounts);
    return account;
  };

  return {
    deposit(request, { clock }) {
      const now = clock.now();
      accountOf(request, now).deposit(now);
    },
    withdraw(request, { clock }) {
      const now = clock.now();
      return accountOf(request, now).withdraw(now);
    },
  };
}

function termsOf(options: RetryBudgetOptions<never>): RepeatTerms {
  const { ratio = 0.2, minPerSecond = 10, ttlMs = 10_000 } = options;
  requireNumber("ratio", ratio, (ratio) => ratio >= 0 && ratio <= 1000, "from 0 to 1000");
  requireNumber("minPerSecond", minPerSecond, (rate) => rate >= 0, ">= 0");
  requireNumber("ttlMs", ttlMs, (ms) => ms > 0, "of milliseconds > 0");

  const share = fractionOf(ratio);
  const [perSecond, time] = [fractionOf(minPerSecond), fractionOf(ttlMs)];
  const reserve: Fraction = {
    over: perSecond.over * time.over,
    under: perSecond.under * time.under * 1000n,
  };
  return {
    ttlMs,
    cost: share.under * reserve.under,
    perCall: share.over * reserve.under,
    reserve: share.under * reserve.over,
  };
}

function deleteFirst(map: Map<string, unknown>): void {
  const [first] = map.keys();
  if (first !== undefined) map.delete(first);
}

function requireNumber(
  option: string,
  value: number,
  isRight: (value: number) => boolean,
  range: string,
): void {
  if (Number.isFinite(value) && isRight(value)) return;
  throw new RangeError(`Expected "${option}" to be a finite number ${range}: got ${show(value)}`);
}
