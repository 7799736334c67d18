export { DatabaseError, type DatabaseProblem } from "./database-error.ts";
export type { SqliteFrontierOptions } from "./frontier-options.ts";
export { readItems, type StoredItem } from "./read-items.ts";
export { SqliteContentSeen, type SqliteContentSeenOptions } from "./sqlite-content-seen.ts";
export { SqliteFrontier } from "./sqlite-frontier.ts";
