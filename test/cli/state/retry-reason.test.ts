import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { requireReason } from "../../../src/cli/state/retry-reason.ts";
import { stateTasks } from "../../../src/cli/state/run-state.ts";
import { UsageError } from "../../../src/cli/usage-error.ts";
import { codeOf } from "../../../src/engine/given-up.ts";
import { HookError } from "../../../src/engine/hooks/hook-error.ts";
import { UnwantedResponseError } from "../../../src/engine/hooks/unwanted-response-error.ts";
import { RobotsDisallowedError } from "../../../src/http/errors.ts";
import { SqliteFrontier } from "../../../src/sqlite/sqlite-frontier.ts";
import { folder } from "../command.ts";

describe("requireReason", () => {
  it("takes what requests can fail for, and refuses the rest", async () => {
    await using dir = await folder();
    const file = join(dir.path, "crawl.db");
    await new SqliteFrontier({ file })[Symbol.asyncDispose]();
    for (const reason of ["failed", "robots", "timeout", "not_found", ...others]) {
      requireReason(reason, file);
    }
    for (const reason of ["nope", "", "toString"]) {
      expect(() => requireReason(reason, file)).toThrow(UsageError);
    }
    expect(() => requireReason("timeuot", file)).toThrow('"timeuot" (did you mean timeout?)');
  });

  it("is asked by pagoda retry-failed", async () => {
    await using dir = await folder();
    const file = join(dir.path, "crawl.db");
    await new SqliteFrontier({ file })[Symbol.asyncDispose]();
    await expect(stateTasks.retryFailed(file, { reason: "nope" })).rejects.toThrow("--reason");
  });
});

/** Codes under which crawls count what is no HttpError and no StatusError. */
const others = [
  new UnwantedResponseError("http://a.test/"),
  new HookError("accept", "http://a.test/", new Error("bad")),
  new RobotsDisallowedError("http://a.test/"),
  new Error("without a code"),
].map((error) => codeOf(error));
