import type { Part } from "./part.ts";
import { decoding } from "./parts/decoding.ts";
import { links } from "./parts/links.ts";
import { host, key, resolution } from "./parts/written.ts";

/** What is done with a page. */
export const parts: readonly Part[] = [links, resolution, key, host, decoding];
