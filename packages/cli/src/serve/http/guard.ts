import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { readText } from "../../shell/files.ts";
import { UsageError } from "../../shell/usage-error.ts";
import { Fault } from "./fault.ts";
import { PAGE_PATHS } from "./page.ts";

/** The rules on which requests are allowed. */
export interface GuardRules {
  /** The address of the server. */
  readonly host: string;
  /** Other names under which the service is reached, for example through a proxy. */
  readonly names: readonly string[];
  readonly token?: string | undefined;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/**
 * Returns a function that throws a `Fault` for a request that is not allowed. A web page can make a browser send requests to a service on
 * this machine: under the page's own name, redirected to this machine (DNS rebinding), or across sites. The first has a foreign `Host`, the
 * second a foreign `Origin`. An address, unlike a name, cannot be made to point here; so if other machines are allowed, and need a token,
 * any address is allowed as `Host`.
 */
export function guard({ host, names, token }: GuardRules): (request: IncomingMessage) => void {
  const open = !isLoopback(host);
  const known = new Set(
    [host, "localhost", ...names, ...(open ? [hostname()] : [])].map((name) => name.toLowerCase()),
  );
  const isKnown = (name: string) => known.has(name) || isLoopback(name) || (open && isIP(name) > 0);
  const digest = token === undefined ? undefined : digestOf(token);
  return (request) => {
    checkForm(request);
    const { headers } = request;
    const asked = headers.host?.toLowerCase() ?? "";
    if (!isKnown(nameIn(asked))) {
      throw new Fault(
        403,
        `The Host must be one of ${[...known].join(", ")}, as given by --host or --allow-host`,
      );
    }
    const { origin } = headers;
    if (origin !== undefined && !isSame(origin.toLowerCase(), asked)) {
      throw new Fault(403, "The Origin must be the service itself: pages of other sites may not use it");
    }
    if (headers["sec-fetch-site"] === "cross-site" && headers["sec-fetch-mode"] !== "navigate") {
      throw new Fault(403, "The request must not come from a page of another site");
    }
    if (digest === undefined || needsNoToken(request)) return;
    const [, given = ""] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
    // Digests always have the same length, so the time reveals nothing about the token.
    if (!timingSafeEqual(digestOf(given), digest)) {
      throw new Fault(401, "The token must be sent as Authorization: Bearer TOKEN", {
        "www-authenticate": 'Bearer realm="mulligan"',
      });
    }
  };
}

/**
 * Refuses requests that a proxy in front may read otherwise than this service: without or with several hosts, with several
 * tokens, and for an address that is not a path.
 */
function checkForm(request: IncomingMessage): void {
  const { host = [], authorization = [] } = request.headersDistinct;
  if (host.length > 1 || (host.length === 0 && request.httpVersion !== "1.0")) {
    throw new Fault(400, `The request must have one Host, got ${host.length}`);
  }
  if (authorization.length > 1) throw new Fault(400, "The request must have at most one Authorization");
  request.url = pathOf(request.url ?? "", host[0]);
  const [path] = request.url.split("?", 1);
  if (!path.startsWith("/") || path.includes("\\")) {
    throw new Fault(400, "The address must be a path that begins with / and has no backslash");
  }
}

/** The path of an address with the query. A whole URL, as clients send it to proxies, must be for the host that is asked. */
function pathOf(address: string, host = ""): string {
  const [, authority, path] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(address) ?? [];
  if (authority === undefined) return address;
  if (authority.toLowerCase() !== host.toLowerCase()) {
    throw new Fault(400, "The address must be a path, or a URL with the Host of the request");
  }
  return path.startsWith("/") ? path : `/${path}`;
}

/** The files of the page hold no secrets; the page sends the token with its requests. */
function needsNoToken({ url = "", method }: IncomingMessage): boolean {
  const [path] = url.split("?", 1);
  return path === "/healthz" || (PAGE_PATHS.has(path) && (method === "GET" || method === "HEAD"));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** The name in a `Host` header: without the port, and an IPv6 address without its brackets. */
function nameIn(host: string): string {
  return host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
}

function isSame(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

const MIN_TOKEN_LENGTH = 16;
const VARIABLE = "MULLIGAN_TOKEN";

/**
 * Resolves to the token from its file or from the environment; every user could read an argument in the list of processes. It is required
 * unless only this machine may send requests.
 */
export async function readToken(host: string, file: string | undefined): Promise<string | undefined> {
  const place = file === undefined ? VARIABLE : `--token-file ${file}`;
  const text = file === undefined ? process.env[VARIABLE] : await readText(file);
  const token = text?.trim();
  if (token === undefined || (token === "" && file === undefined)) {
    if (isLoopback(host)) return undefined;
    throw new UsageError(
      `--host: must be of this machine (127.0.0.1, ::1, localhost) unless a token is given by --token-file or ${VARIABLE}, got ${host}`,
    );
  }
  if (!/^[!-~]+$/.test(token) || token.length < MIN_TOKEN_LENGTH) {
    throw new UsageError(
      `${place}: must be a token of at least ${MIN_TOKEN_LENGTH} letters, digits and signs without spaces, such as openssl rand -hex 32 makes`,
    );
  }
  return token;
}
