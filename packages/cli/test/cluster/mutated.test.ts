import { expect, test } from "vitest";
import { mutateCluster } from "../../../../soak/cluster/mutate-cluster.mjs";
import { withRedis } from "../../../../test/with-redis.ts";

/** `npm run soak` has 20,000. */
withRedis("what strangers write into Redis", () => {
  test("40 mutated jobs, runs and messages crash nothing, run nothing that is not allowed, and the run goes on", async () => {
    const { count, problems } = await mutateCluster(1_001, 40);
    expect(problems).toEqual([]);
    expect(count).toBe(40);
  });
});
