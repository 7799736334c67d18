import { NotNowError } from "../../service/errors.ts";

/** The address of the host, by which a limit counts, is still being looked up. Nothing was sent. */
export class AddressPendingError extends NotNowError {
  override readonly name = "AddressPendingError";
  override readonly code = "address_pending";
  readonly host: string;

  constructor(host: string, ready: Promise<void>) {
    super(`The address of ${host} is not known yet`, { ready });
    this.host = host;
  }
}
