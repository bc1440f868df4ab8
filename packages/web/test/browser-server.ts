import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { executable, QUIET } from "./chromium.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the tests of the project "page" find their browser; undefined where there is no Chromium. */
    browserEndpoint: string | undefined;
  }
}

/** Starts one Chromium for all tests of the project. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  if (executable === undefined) return async () => {};
  const server = await chromium.launchServer({ executablePath: executable, args: [...QUIET] });
  provide("browserEndpoint", server.wsEndpoint());
  return () => server.close();
}
