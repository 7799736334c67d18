import { crawlCommand } from "../../src/cli/crawl-command.ts";
import type { Typed } from "../../src/cli/state/go-on.ts";

/** What `pagoda crawl` makes of arguments. */
export async function typedOf(...args: readonly string[]): Promise<Typed> {
  let typed: Typed | undefined;
  const command = crawlCommand(async (read) => void (typed = read));
  await command.exitOverride().parseAsync(args, { from: "user" });
  if (!typed) throw new Error("Expected arguments of a crawl");
  return typed;
}
