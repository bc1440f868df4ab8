import { expect, test } from "vitest";
import { mutateCluster } from "../../../../soak/cluster/mutate-cluster.mjs";
import { mutateShared } from "../../../../soak/cluster/mutate-shared.mjs";
import { withRedis } from "../../../../test/with-redis.ts";

/** `npm run soak` has 20,000 of each. */
withRedis("what strangers write into Redis", () => {
  test("500 mutated jobs and runs crash no worker, run nothing that is not allowed, and good work goes on", async () => {
    const { refused, problems } = await mutateCluster(1_001, 500);
    expect(problems).toEqual([]);
    expect(refused).toBeGreaterThan(20);
  });

  test("300 mutated problems and records crash no service, and good problems are answered for", async () => {
    expect((await mutateShared(1_001, 300)).problems).toEqual([]);
  });
});
