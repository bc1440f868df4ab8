/** Returns a function with the signature of `fetch` that learns how long to wait for the first byte of a response. */
export declare function learnedFetch(): typeof fetch;
//# sourceMappingURL=learned-fetch.d.ts.map