import { pathToFileURL } from "node:url";

/** Runs files one after another in this process, and marks in the output where each begins. */
for (const file of process.argv.slice(2)) {
  process.stdout.write(`\n\0${file}\n`);
  await import(pathToFileURL(file).href).catch((error: unknown) => {
    process.stdout.write(`failed: ${error instanceof Error ? error.stack : String(error)}\n`);
  });
}
