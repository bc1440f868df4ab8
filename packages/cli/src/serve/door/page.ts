import type { Context } from "hono";
import type { PageFiles } from "./page-files.ts";

/** A file of the page. A browser asks each time whether it is still the same, so that an update is seen at once. */
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

/** Where only the types were built: the service works all the same. */
const NOT_BUILT =
  "The page is not built here: npm run build in the repository builds it. The service itself is at /v1; /openapi.json says what can be asked.\n";

function acceptsGzip(context: Context): boolean {
  const accepted = context.req.header("accept-encoding") ?? "";
  return accepted.split(",").some((one) => {
    const [name, quality = "q=1"] = one.split(";").map((part) => part.trim().toLowerCase());
    return name === "gzip" && Number(quality.replace(/^q\s*=\s*/, "")) > 0;
  });
}

/** Whether the client has just these bytes. */
function knows(context: Context, tag: string): boolean {
  const known = context.req.header("if-none-match") ?? "";
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
