#!/usr/bin/env node
import { onBrokenPipe } from "./broken-pipe.ts";
import { run } from "./program.ts";

onBrokenPipe(() => {});
process.exitCode = await run(process.argv.slice(2));
