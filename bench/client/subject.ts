/** What a client got. */
export interface Answer {
  readonly status: number;
  /** Read whole, as bytes. */
  readonly body: Uint8Array;
}

/** Asks for a URL, by GET. */
export type Get = (url: string) => Promise<Answer>;

/** Makes a client of one origin, with as many connections at the most as are given. */
export type ClientSubject = (origin: string, connections: number) => Get;
