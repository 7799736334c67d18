/** Reads the requests on a connection, as far as a server has to that answers them. */
export class RequestReader {
  #head = "";
  /** How many bytes of the request are still to come; undefined before the end of its head. */
  #left: number | undefined;

  /** The path that is asked for, once it is known. */
  get path(): string | undefined {
    return this.#left === undefined ? undefined : /^\w+ (\S+)/.exec(this.#head)?.[1];
  }

  /** Whether the request has come to its end. */
  get isWhole(): boolean {
    return this.#left !== undefined && this.#left <= 0;
  }

  /** Takes more of the request, or the first of the next one. */
  read(bytes: Buffer): void {
    if (this.isWhole) {
      this.#head = "";
      this.#left = undefined;
    }
    if (this.#left === undefined) this.#readHead(bytes);
    else this.#left -= bytes.length;
  }

  #readHead(bytes: Buffer): void {
    this.#head += bytes.toString("latin1");
    const end = this.#head.indexOf("\r\n\r\n");
    if (end === -1) return;
    const length = Number(/^content-length: (\d+)/im.exec(this.#head)?.[1] ?? 0);
    this.#left = end + 4 + length - this.#head.length;
  }
}
