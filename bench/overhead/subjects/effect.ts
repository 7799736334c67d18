import { peer } from "../peer.ts";
import { heights, leaf, type Row } from "../row.ts";

/** A description of work that answers with a number. */
interface Work {
  readonly answer?: number;
}
type Run = (n: number) => Work;
interface Effect {
  readonly Effect: {
    readonly promise: (work: () => Promise<number>) => Work;
    readonly suspend: (work: () => Work) => Work;
    readonly onExit: (work: Work, react: () => unknown) => Work;
    readonly sync: (work: () => void) => unknown;
    readonly runPromise: (work: Work) => Promise<number>;
  };
}

/** Effects around effects. */
export async function effect(): Promise<readonly Row[]> {
  const { Effect } = await peer<Effect>("effect");
  const { promise, runPromise, suspend, onExit, sync } = Effect;

  const innermost: Run = (n) => promise(() => leaf(n));
  const pass =
    (inner: Run): Run =>
    (n) =>
      suspend(() => inner(n));
  const react = (inner: Run): Run => {
    let ended = 0;
    const end = sync(() => void ended++);
    return (n) => onExit(inner(n), () => end);
  };
  const through = (wrap: (inner: Run) => Run) => (layers: number) => {
    const run = Array.from({ length: layers }, () => wrap).reduce(
      (inner, wrap) => wrap(inner),
      innermost,
    );
    return (n: number) => runPromise(run(n));
  };
  return [
    ...heights("effect", "pass", through(pass)),
    ...heights("effect", "react", through(react), 1),
  ];
}
