/** A secret, or what gives one for each request. */
export type Secret = string | (() => string | PromiseLike<string>);

/** What one origin lets us in by. */
export type Credentials = {
  /** Scheme, host and port. */
  readonly origin: string;
} & (
  | { readonly basic: { readonly username: string; readonly password: string } }
  | { readonly bearer: Secret }
  | { readonly header: { readonly name: string; readonly value: Secret } }
);
