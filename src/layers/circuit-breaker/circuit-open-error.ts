import { NotNowError, type NotNowOptions } from "../../service/errors.ts";

/** A call was not let through, since those before it have failed. */
export class CircuitOpenError extends NotNowError {
  override readonly name = "CircuitOpenError";
  override readonly code = "circuit_open";
  /** What the circuit is of, such as a domain. */
  readonly key: string;

  constructor(key: string, options: NotNowOptions) {
    super(`The circuit of ${key} is open`, options);
    this.key = key;
  }
}
