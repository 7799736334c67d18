import { ServiceError } from "../../service/errors.ts";

/** `onResponse` of a crawl wanted another attempt, and there is none left. */
export class UnwantedResponseError extends ServiceError {
  override readonly name = "UnwantedResponseError";
  readonly code = "unwanted_response";

  constructor(of: string) {
    super(`onResponse() did not want any answer of ${of}`);
  }
}
