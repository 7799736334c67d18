import { configVariable } from "../config/environment.ts";
import { exitCodes } from "../exit-codes.ts";
import { formatName } from "../out-format.ts";
import { requireDifferent, requireReplaceableFile } from "../output-check.ts";
import { replaceFile } from "../replace-file.ts";
import { onBrokenPipe, print } from "../standard-output.ts";
import type { ExportValues } from "../state-commands.ts";
import { exportLines } from "./export-lines.ts";
import { filesOfState } from "./files-of-state.ts";
import { asUsage } from "./usage-of-database.ts";

/** Characters that are written at once, at least. */
const PIECE = 65_536;

/** Does `pagoda export`. Resolves to its exit code. */
export async function runExport(
  file: string,
  { format, out = "-" }: ExportValues,
): Promise<number> {
  const lines = exportLines(file, formatName(out, format))[Symbol.iterator]();
  const first = asUsage(() => lines.next()); // which opens the database
  const pieces = piecesOf(first, lines);
  if (out === "-") await printWhileRead(pieces);
  else {
    requireDifferent({
      "the database": file,
      ...filesOfState(file),
      "--out": out,
      [configVariable]: process.env[configVariable] || undefined,
    });
    await requireReplaceableFile("--out", out);
    await replaceFile(out, pieces);
  }
  return exitCodes.done;
}

async function printWhileRead(pieces: Iterable<string>): Promise<void> {
  let isRead = true;
  using _ = onBrokenPipe(() => (isRead = false));
  for (const piece of pieces) {
    if (!isRead) return;
    await print(piece);
  }
}

/** Puts lines together, so that not each is a write of its own. */
function* piecesOf(
  first: IteratorResult<string, unknown>,
  lines: Iterator<string, unknown>,
): Generator<string, void> {
  let piece = "";
  for (let next = first; next.done !== true; next = lines.next()) {
    piece += next.value;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
