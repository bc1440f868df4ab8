/*
 * Vega measures text on a canvas that it asks the document for. A worker has canvases, but no document; without one Vega
 * would guess, and leave more room than there need be. Imported before Vega, which asks when it is loaded.
 */
if (typeof document === "undefined") {
  Object.assign(globalThis, { document: { createElement: () => new OffscreenCanvas(1, 1) } });
}
