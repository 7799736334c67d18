import { DatabaseError, SqliteFrontier } from "pagoda/sqlite";

/** Takes the first request of a database and tells its URL, then holds it until the process is killed. */
const [, , file = ""] = process.argv;
process.stdout.write(`${taken() ?? "none"}\n`);
setInterval(() => {}, 1000);

/** Nothing, where another process has the database. */
function taken(): string | undefined {
  try {
    return new SqliteFrontier({ file }).take(1, 0)[0]?.request.url;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "in_use") return undefined;
    throw error;
  }
}
