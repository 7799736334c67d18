import { peer } from "../peer.ts";
import { heights, leaf, type Row } from "../row.ts";

/** A description of work that answers with a number. */
interface Work {
  readonly answer?: number;
}
type Run = (n: number) => Work;
interface Effect {
  readonly Effect: {
    promise(work: () => Promise<number>): Work;
    suspend(work: () => Work): Work;
    onExit(work: Work, react: () => unknown): Work;
    sync(work: () => void): unknown;
    runPromise(work: Work): Promise<number>;
  };
}

/** Effects around effects. */
export async function effect(): Promise<readonly Row[]> {
  const { Effect } = await peer<Effect>("effect");
  const { promise, runPromise, suspend, onExit, sync } = Effect;

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
    let run: Run = (n) => promise(() => leaf(n));
    for (let layer = 0; layer < layers; layer++) run = wrap(run);
    return (n: number) => runPromise(run(n));
  };
  return [
    ...heights("effect", "pass", through(pass)),
    ...heights("effect", "react", through(react), 1),
  ];
}
