import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { Fault } from "./fault.ts";

/** The longest body of a request. */
export const MAX_BODY_BYTES = 2 ** 20;

/**
 * Resolves to the checked JSON document in the body of a request, or `whenEmpty` if the body is empty. It is read from Node's stream:
 * through a web `Request` a service answered a third fewer requests a second.
 */
export async function readBody<Schema extends z.ZodType>(
  request: IncomingMessage,
  schema: Schema | ((given: unknown) => Schema),
  whenEmpty?: unknown,
): Promise<z.output<Schema>> {
  const empty = whenEmpty !== undefined && !hasBody(request);
  if (!empty) checkType(request);
  const given = empty ? whenEmpty : parse(await readAll(request));
  const checked = (typeof schema === "function" ? schema(given) : schema).safeParse(given);
  if (checked.success) return checked.data;
  const [{ path, message }] = checked.error.issues;
  const place = path.length === 0 ? "" : `${path.join(".")}: `;
  throw new Fault(400, `The body must be as /openapi.json says, got something else: ${place}${message}`);
}

/** Reads the query of a request, checked; unknown fields are ignored. */
export function readQuery<Schema extends z.ZodType>(
  query: Readonly<Record<string, string>>,
  schema: Schema,
): z.output<Schema> {
  const checked = schema.safeParse(query);
  if (checked.success) return checked.data;
  const [{ path, message }] = checked.error.issues;
  throw new Fault(
    400,
    `The query must be as /openapi.json says, got something else: ${path.join(".")}: ${message}`,
  );
}

/** Whether a request has a body, by its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function checkType({ headers }: IncomingMessage): void {
  const type = headers["content-type"]?.split(";", 1)[0].trim().toLowerCase();
  if (type !== "application/json") {
    throw new Fault(415, `The body must be application/json, got ${type ?? "no content-type"}`);
  }
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new Fault(415, "The body must not be compressed");
  }
  if (Number(headers["content-length"]) > MAX_BODY_BYTES) throw tooLarge();
}

function tooLarge(): Fault {
  return new Fault(413, `The body must have at most ${MAX_BODY_BYTES} bytes`);
}

function readAll(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    request.on("data", (part: Buffer) => {
      length += part.length;
      if (length <= MAX_BODY_BYTES) parts.push(part);
      else {
        // The rest is read and ignored: a client that still sends would not read the answer.
        parts.length = 0;
        reject(tooLarge());
      }
    });
    request.on("end", () => resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts)));
    request.on("close", () => {
      // The client is gone.
      if (!request.complete) reject(new Fault(400, "The body must be complete"));
    });
  });
}

function parse(bytes: Buffer): unknown {
  let value: unknown;
  try {
    if (!isUtf8(bytes)) throw new TypeError("not UTF-8");
    value = JSON.parse(bytes.toString());
  } catch {
    throw new Fault(400, "The body must be a JSON document in UTF-8");
  }
  // The schemas do not see this field, so it would be ignored where any other that is unknown is refused.
  if (bytes.includes("proto") || bytes.includes("\\u")) refusePrototype(value);
  return value;
}

/** Without recursion: a body may be nested deeper than the stack. */
function refusePrototype(value: unknown): void {
  const left = [value];
  for (let next = left.pop(); left.length > 0 || next !== undefined; next = left.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (Object.hasOwn(next, "__proto__")) {
      throw new Fault(400, `The body must be as /openapi.json says, got something else: ${PROTOTYPE}`);
    }
    for (const field of Object.values(next)) left.push(field);
  }
}

const PROTOTYPE = 'Unrecognized key: "__proto__"';
