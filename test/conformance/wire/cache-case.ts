/** A header as a case has it: a date may be a number of seconds from now, and one that is `false` is not compared. */
export type CaseHeader = readonly [name: string, value: string | number, isCompared?: boolean];

/** One request of a case of a cache, what the server answers, and what is to come of it. */
export interface CacheStep {
  readonly request_method?: string;
  readonly request_headers?: readonly CaseHeader[];
  readonly request_body?: string;
  readonly filename?: string;
  readonly query_arg?: string;
  readonly cache?: "no-cache";
  /** Dates of the request are counted from what the last response said. */
  readonly magic_ims?: boolean;
  /** Locations are under the URL of the request. */
  readonly magic_locations?: boolean;
  readonly rfc850date?: readonly string[];
  readonly response_status?: readonly [status: number, phrase: string];
  readonly response_headers?: readonly CaseHeader[];
  readonly response_body?: string | null;
  readonly response_pause?: number;
  readonly interim_responses?: readonly (readonly [number, (readonly (readonly string[])[])?])[];
  readonly disconnect?: boolean;
  readonly pause_after?: boolean;
  readonly expected_type?: "cached" | "not_cached" | "etag_validated" | "lm_validated";
  readonly expected_status?: number | null;
  readonly expected_method?: string;
  readonly expected_request_headers?: readonly CaseHeader[];
  readonly expected_response_headers?: readonly (string | readonly (string | number)[])[];
  readonly expected_response_headers_missing?: readonly (string | readonly string[])[];
  readonly expected_response_text?: string | null;
  readonly check_body?: boolean;
}

const dates = new Set(["date", "expires", "last-modified", "if-modified-since"]);
const locations = new Set(["location", "content-location"]);

/** The value of a header by the time and the place of a message. */
export function valueOf(
  [name, value]: CaseHeader,
  { magic_locations: magic, rfc850date: old = [] }: CacheStep,
  now: number,
  path: string,
): string {
  const lower = name.toLowerCase();
  if (typeof value === "number" && dates.has(lower)) {
    return dateOf(now + value * 1000, old.includes(lower));
  }
  if (magic === true && locations.has(lower)) return value === "" ? path : `${path}/${value}`;
  return String(value);
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function dateOf(instant: number, inOldForm: boolean): string {
  const date = new Date(instant);
  const usual = date.toUTCString();
  if (!inOldForm) return usual;
  const [, day = "", month = "", year = "", time = ""] = usual.split(" ");
  return `${weekdays[date.getUTCDay()]}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
}
