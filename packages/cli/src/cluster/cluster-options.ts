import { checkConnection, type RedisPlace } from "@mulligan/cluster";
import type { Command } from "commander";
import { UsageError } from "../shell/usage-error.ts";
import { CLUSTER_POLICY } from "./learning.ts";
import { type RedisWords, readRedisPlace } from "./redis-options.ts";

/** Where the cluster is, once it has answered: at the start that is likely a mistake, later it is waited for. */
export async function reachCluster(words: RedisWords): Promise<RedisPlace> {
  const place = await readRedisPlace(words);
  try {
    await checkConnection(place);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return place;
}

/** The options, with the defaults of a cluster where the user said nothing. */
export function withClusterDefaults<Words extends { readonly policy: string; readonly jobs: number }>(
  words: Words,
  command: Command,
): Words & { readonly window: number | undefined; readonly elsewhere: true } {
  const isDefault = (name: string) => command.getOptionValueSource(name) === "default";
  return {
    ...words,
    policy: isDefault("policy") ? CLUSTER_POLICY : words.policy,
    window: isDefault("jobs") ? undefined : words.jobs,
    elsewhere: true,
  };
}
