/** Whether there is anything to dispose of. */
export function isDisposable(made: object): made is AsyncDisposable | Disposable {
  return Symbol.asyncDispose in made || Symbol.dispose in made;
}

/** Disposes of what is given, as `await using` would, if that can be. */
export async function dispose(made: object): Promise<void> {
  if (!isDisposable(made)) return;
  if (Symbol.asyncDispose in made) await made[Symbol.asyncDispose]();
  else made[Symbol.dispose]();
}

/**
 * Disposes of all, one after the other; the failure of one does not keep the next from it.
 *
 * Rejects with what failed; with an `AggregateError` if that was more than one.
 */
export async function disposeAll(all: readonly object[]): Promise<void> {
  const errors: unknown[] = [];
  for (const made of all) await dispose(made).catch((error: unknown) => errors.push(error));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1)
    throw new AggregateError(errors, "Several resources failed to be disposed");
}

/** `made`, which is disposed of when `owner` is, if that can be. */
export function disposedWith<Made extends object>(owner: object, made: Made): Made {
  if (!isDisposable(owner)) return made;
  return Object.assign(made, { [Symbol.asyncDispose]: () => dispose(owner) });
}
