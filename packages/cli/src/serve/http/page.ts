import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Context } from "hono";
import { pageFolder } from "../../shell/assets.ts";

/** A file of the page. */
interface PageFile {
  readonly type: string;
  readonly plain: Sent;
  /** Compressed with the first request for it. */
  readonly gzip: Sent;
}

interface Sent {
  readonly bytes: Buffer<ArrayBuffer>;
  /** The hash of the bytes, by which a browser knows that it has them already. */
  readonly tag: string;
}

/** The page, read once: no path of a request ever becomes one of the disk. */
interface PageFiles {
  /** The files by the path of a request. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** The content security policy: that of the page itself, and no frames. */
  readonly policy: string;
}

const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
} as const;

const NAMES: readonly string[] = [
  "index.html",
  "page.js",
  "style.css",
  "figures.js",
  "icon.svg",
  "views/analyze.js",
  "views/sat.js",
  "views/runs.js",
  "workers/race.js",
  "workers/analyze.js",
  "workers/sat.js",
  "LICENSES.txt",
];

/** The paths of the page, even if it was not built. They need no token. */
export const PAGE_PATHS: ReadonlySet<string> = new Set(["/", ...NAMES.map((name) => `/${name}`)]);

/** Tells the page that it comes from a service, and whether that needs a token. */
function mark(asksToken: boolean): string {
  return `<meta name="mulligan-service" content="v1"${asksToken ? ' data-token="asked"' : ""}>`;
}

/** Returns the page in this folder; undefined if it was not built completely. */
export function readPage({ asksToken = false, folder = pageFolder } = {}): PageFiles | undefined {
  const read = (name: string) => readFileSync(new URL(name, folder)) as Buffer<ArrayBuffer>;
  try {
    const html = read("index.html").toString();
    const [, allowed] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/i.exec(html) ?? [];
    if (allowed === undefined) return undefined;
    const files = new Map(NAMES.map((name) => [`/${name}`, pageFile(name, read(name))]));
    files.set(
      "/",
      pageFile("index.html", Buffer.from(html.replace("<head>", `<head>\n    ${mark(asksToken)}`))),
    );
    files.set("/index.html", files.get("/")!);
    return { files, policy: `${allowed}; frame-ancestors 'none'` };
  } catch {
    return undefined;
  }
}

function pageFile(name: string, bytes: Buffer<ArrayBuffer>): PageFile {
  const ending = name.slice(name.lastIndexOf(".") + 1) as keyof typeof TYPES;
  let [plain, gzip]: (Sent | undefined)[] = [];
  return {
    type: TYPES[ending],
    get plain() {
      return (plain ??= sent(bytes));
    },
    get gzip() {
      return (gzip ??= sent(gzipSync(bytes) as Buffer<ArrayBuffer>));
    },
  };
}

function sent(bytes: Buffer<ArrayBuffer>): Sent {
  return { bytes, tag: `"${createHash("sha256").update(bytes).digest("hex").slice(0, 24)}"` };
}

/** Answers with a file of the page. A browser asks each time whether it changed, so that an update appears at once. */
export function answerPage(context: Context, page: PageFiles | undefined): Response {
  const file = page?.files.get(context.req.path);
  if (page === undefined || file === undefined) return context.text(NOT_BUILT, 404);
  const { bytes, tag } = acceptsGzip(context) ? file.gzip : file.plain;
  const headers = {
    "content-security-policy": page.policy,
    "cache-control": "no-cache",
    etag: tag,
    vary: "accept-encoding",
  };
  if (knows(context, tag)) return context.body(null, 304, headers);
  return context.body(bytes, 200, {
    ...headers,
    "content-type": file.type,
    "content-length": String(bytes.length),
    ...(bytes === file.plain.bytes ? {} : { "content-encoding": "gzip" }),
  });
}

/** The answer if only the service was built. */
const NOT_BUILT =
  "The page is not built here: npm run build in the repository builds it. The service itself is at /v1; /openapi.json describes the requests.\n";

function acceptsGzip(context: Context): boolean {
  const accepted = context.req.header("accept-encoding") ?? "";
  return accepted.split(",").some((one) => {
    const [name, quality = "q=1"] = one.split(";").map((part) => part.trim().toLowerCase());
    return name === "gzip" && Number(quality.replace(/^q\s*=\s*/, "")) > 0;
  });
}

/** Whether the client has these bytes already. */
function knows(context: Context, tag: string): boolean {
  const known = context.req.header("if-none-match") ?? "";
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
