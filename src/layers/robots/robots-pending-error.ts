import { NotNowError } from "../../service/errors.ts";

/** The robots.txt of the origin is still on its way. Nothing was sent to the page. */
export class RobotsPendingError extends NotNowError {
  override readonly name = "RobotsPendingError";
  override readonly code = "robots_pending";
  readonly origin: string;

  constructor(origin: string, ready: Promise<void>) {
    super(`The robots.txt of ${origin} is not known yet`, { ready });
    this.origin = origin;
  }
}
