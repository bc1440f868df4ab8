/** An error that is answered to the client. The message is a sentence that says what is allowed. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly status: FaultStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: FaultStatus, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

/** By status. */
export const TITLES = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  417: "Expectation Failed",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
  507: "Insufficient Storage",
} as const;

export type FaultStatus = keyof typeof TITLES;

export const FAULT_TYPE = "application/problem+json";

/** The body of a fault, as RFC 9457 defines it. */
export function faultJson(status: FaultStatus, detail: string): string {
  return JSON.stringify({ type: "about:blank", title: TITLES[status], status, detail });
}

export function missing(): Fault {
  return new Fault(404, "The problem must be one that there is: GET /v1/problems lists them");
}
