#!/usr/bin/env node
// npm links the command while it installs, and in a clone nothing is built by then: so the link leads here.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const main = join(__dirname, "../dist/bundle/main.js");
if (existsSync(main)) {
  require(main);
} else {
  console.error("mulligan: nothing is built yet; run `npm start` or `npm run build` in the repository first");
  process.exitCode = 2;
}
