import { updateBundle } from "../build.mjs";

/** Bundles the command once before the tests, if a source changed: what they start is what users get. */
export const setup = (): Promise<void> => updateBundle();
