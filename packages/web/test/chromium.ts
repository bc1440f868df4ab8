import { findProgram } from "../../../test/find-program.ts";

/** The system's Chromium; undefined where there is none. */
export const executable = findProgram("chromium", "chromium-browser", "google-chrome");

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
