import { NotStored } from "../../journal/append-log.ts";
import { UsageError } from "../../shell/usage-error.ts";
import { MAX_PROBLEMS, TooManyProblems } from "../store/problem-store.ts";
import { ProblemClosed, UnreadableProblem } from "../store/stored-problem.ts";

/** An error for the client. The message is a sentence that says what is allowed. */
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

/** The titles of faults by status. */
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

/** Returns the body of a fault, as RFC 9457 defines it. */
export function faultJson(status: FaultStatus, detail: string): string {
  return JSON.stringify({ type: "about:blank", title: TITLES[status], status, detail });
}

export function missing(): Fault {
  return new Fault(404, "The problem must exist: GET /v1/problems lists all");
}

/** The sentence about a problem that is set aside for this reason. */
function setAsideText(reason: string): string {
  return `The problem must be readable, got ${reason}. It is set aside: DELETE removes it`;
}

/** Returns the fault with which an error is answered. `defect` is called for errors that should not happen. */
export function faultOf(error: unknown, defect: (error: unknown) => void): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof UsageError) return new Fault(400, error.message);
  if (error instanceof ProblemClosed) return missing();
  if (error instanceof TooManyProblems) {
    return new Fault(429, `There may be at most ${MAX_PROBLEMS} problems: delete one first`);
  }
  if (error instanceof NotStored) {
    return new Fault(error.full ? 507 : 503, `The state ${error.message}; nothing was changed`);
  }
  if (error instanceof UnreadableProblem) return new Fault(409, setAsideText(error.message));
  defect(error);
  return new Fault(500, "A defect of ours; the log of the service says more");
}
