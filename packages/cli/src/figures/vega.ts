/**
 * Draws figures. `packages/web/build.mjs` replaces the output of this file by a bundle of it, so that the command is installed
 * without the 80 packages of Vega and Vega-Lite.
 */
export { parse, View } from "vega";
export { compile } from "vega-lite";
