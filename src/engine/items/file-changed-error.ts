import { ServiceError } from "../../service/errors.ts";

/** A file is not as the crawl has left it, so that it cannot be written on. It was not touched. */
export class FileChangedError extends ServiceError {
  override readonly name = "FileChangedError";
  readonly code = "file_changed";
  readonly file: string;

  constructor(file: string, expected: string, got: string) {
    super(
      `Expected ${file} as the crawl has left it, ${expected}: got ${got}. ` +
        "Put it back as it was, or write to another file",
    );
    this.file = file;
  }
}
