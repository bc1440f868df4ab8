import { createRequire } from "node:module";

/** The version of the package, from its manifest. */
export const version: string = createRequire(import.meta.url)("mulligan/package.json").version;
