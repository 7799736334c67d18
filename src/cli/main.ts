#!/usr/bin/env node
import { run } from "./program.ts";
import { onBrokenPipe } from "./standard-output.ts";

onBrokenPipe(() => {}, [process.stdout, process.stderr]);
process.exitCode = await run(process.argv.slice(2));
