import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { SqliteFrontier, type SqliteFrontierOptions } from "../../src/sqlite/index.ts";
import { frontierCommands, frontierOptions, runBoth } from "../engine/support/frontier-commands.ts";
import type { FrontierMaker } from "../engine/support/frontiered.ts";
import { killedCopy } from "./support/killed-copy.ts";
import { scratch } from "./support/scratch.ts";

const options = frontierOptions.map((options) =>
  Object.assign(options, { maxPending: Infinity, maxSeen: Infinity }),
);

describe("SqliteFrontier", () => {
  it("does what the model of the memory frontier does, though its process is killed now and then", () =>
    fc.assert(
      fc.asyncProperty(options, frontierCommands(), async (options, commands) => {
        using disk = scratch();
        await using maker = onDisk(disk.path);
        await expect(runBoth(options, commands, maker)).resolves.toBeUndefined();
      }),
      { numRuns: 30 },
    ));
});

function onDisk(path: (name: string) => string): FrontierMaker & AsyncDisposable {
  const frontiers: SqliteFrontier[] = [];
  let last: Omit<SqliteFrontierOptions, "file"> = {};
  const open = (file: string): SqliteFrontier => {
    const frontier = new SqliteFrontier({ ...last, file });
    frontiers.push(frontier);
    return frontier;
  };
  return {
    make: ({ perHost, forgetFailed, order, score }, clock) => {
      last = { perHost, forgetFailed, order, score, clock };
      return open(path("0.db"));
    },
    reopen: () => {
      const n = frontiers.length;
      return open(killedCopy(path(`${n - 1}.db`), path(`${n}.db`)));
    },
    [Symbol.asyncDispose]: async () => {
      for (const frontier of frontiers) await frontier[Symbol.asyncDispose]();
    },
  };
}
