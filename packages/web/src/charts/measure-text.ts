/*
 * Vega measures text on a canvas that it gets from the document. A worker has canvases but no document, and without one
 * Vega guesses and leaves too much room. This must be imported before Vega, which looks for the document when loaded.
 */
if (typeof document === "undefined") {
  Object.assign(globalThis, { document: { createElement: () => new OffscreenCanvas(1, 1) } });
}
