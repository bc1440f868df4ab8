import { createRequire } from "node:module";

/** Defined by `build.mjs` in the bundle. */
declare const BUNDLED_VERSION: string | undefined;

/** The version of the package. In the workspace its manifest says it. */
export const version: string =
  typeof BUNDLED_VERSION === "string"
    ? BUNDLED_VERSION
    : createRequire(import.meta.url)("mulligan/package.json").version;
