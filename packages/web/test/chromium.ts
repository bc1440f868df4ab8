import { findProgram } from "../../../test/find-program.ts";

/** The system's Chromium; undefined where there is none. On macOS it is not on PATH. */
export const executable = findProgram(
  "chromium",
  "chromium-browser",
  "google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
);

/** Options with which Chromium asks the network for nothing. */
export const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-software-rasterizer",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
] as const;
