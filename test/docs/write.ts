import { writeFile } from "node:fs/promises";

import { configurationPage } from "./configuration-page.ts";
import { errorPage } from "./error-page.ts";

/** Writes the pages of docs/ that are made from the sources: `npm run docs`. */
await writeFile("docs/errors.md", await errorPage());
await writeFile("docs/configuration.md", configurationPage());
