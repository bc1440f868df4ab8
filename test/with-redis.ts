import { afterAll, beforeAll, describe } from "vitest";
import { startRedis } from "../soak/cluster/redis-server.mjs";
import { findProgram } from "./find-program.ts";

type Server = Awaited<ReturnType<typeof startRedis>>;

/**
 * Tests that need a Redis of their own. Where none can be started they say so and are left out; under CI, where one must
 * be there, they fail. `words` are more options of the server.
 */
export function withRedis(
  about: string,
  tests: (redis: () => Server) => void,
  words: readonly string[] = [],
): void {
  const missing = findProgram("redis-server", "valkey-server") === undefined;
  describe.skipIf(missing)(`${about}${missing ? " (left out: no redis-server on PATH)" : ""}`, () => {
    let server: Server | undefined;
    beforeAll(async () => {
      server = await startRedis({ words });
    });
    afterAll(() => server?.stop());
    tests(() => server!);
  });
}
