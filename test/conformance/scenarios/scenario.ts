/** What a scenario may say; each says some of it. */
export interface Scenario {
  readonly resolver?: readonly string[];
  readonly request?: string;
  readonly retries?: number;
  readonly site?: string;
  readonly handler?: string;
  readonly concurrency?: number;
  readonly kill?: string;
  readonly stop?: string;
  readonly then?: string;
  readonly seed?: string;
  readonly seed_generator?: string;
  readonly consumer?: string;
  readonly requests?: number;
  readonly signal?: string;
  readonly one_request?: string;
  readonly options?: { readonly shutdownGraceMs?: number };
}

/** What was seen, by the names of what scenarios expect. */
export type Facts = Readonly<Record<string, unknown>>;
