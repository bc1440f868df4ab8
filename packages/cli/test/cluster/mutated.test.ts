import { expect, test } from "vitest";
import { mutateCluster } from "../../../../soak/cluster/mutate-cluster.mjs";
import { mutateShared } from "../../../../soak/cluster/mutate-shared.mjs";
import { withRedis } from "../../../../test/with-redis.ts";

/** `npm run soak` has 20,000 of each. */
withRedis("what strangers write into Redis", () => {
  test("100 mutated jobs and runs crash no worker, run nothing that is not allowed, and good work goes on", async () => {
    const { refused, problems } = await mutateCluster(1_001, 100);
    expect(problems).toEqual([]);
    expect(refused).toBeGreaterThan(4);
  });

  test("60 mutated problems and records crash no service, and good problems are answered for", async () => {
    expect((await mutateShared(1_001, 60)).problems).toEqual([]);
  });
});
