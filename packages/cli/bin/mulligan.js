#!/usr/bin/env node
// npm links the command while it installs, and in a clone nothing is built by then: so the link leads here.
import { existsSync } from "node:fs";

if (existsSync(new URL("../dist/main.js", import.meta.url))) {
  await import("../dist/main.js");
} else {
  console.error("mulligan: nothing is built yet; run `npm start` or `npm run build` in the repository first");
  process.exitCode = 2;
}
