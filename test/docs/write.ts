import { writeFile } from "node:fs/promises";

import { errorPage } from "./error-page.ts";

/** Writes the pages of docs/ that are made from the sources: `npm run docs`. */
await writeFile("docs/errors.md", await errorPage());
