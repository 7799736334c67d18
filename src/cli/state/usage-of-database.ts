import { DatabaseError } from "../../sqlite/database-error.ts";
import { UsageError } from "../usage-error.ts";

/** Opens a database, which fails with a {@link UsageError} where it is not what it must be. */
export function asUsage<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof DatabaseError) throw new UsageError(error.message);
    throw error;
  }
}
