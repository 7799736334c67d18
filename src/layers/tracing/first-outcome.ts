import type { Context } from "../../service/context.ts";
import type { Outcome } from "../../service/outcome.ts";

/**
 * Tells once how a call ended: as it did, or as aborted where that came first, even if the inner
 * service does not heed it. Gives the call back.
 */
export function firstOutcome<Res>(
  call: Promise<Res>,
  context: Context,
  tell: (outcome: Outcome<Res>) => void,
): Promise<Res> {
  let told = false;
  let hook: Disposable | undefined;
  const once = (outcome: Outcome<Res>): void => {
    if (told) return;
    told = true;
    hook?.[Symbol.dispose]();
    tell(outcome);
  };
  hook = context.onAbort((error) => once({ ok: false, error }));
  call.then(
    (value) => once({ ok: true, value }),
    (error: unknown) => once({ ok: false, error }),
  );
  return call;
}
