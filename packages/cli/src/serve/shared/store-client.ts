import type { Redis } from "@mulligan/cluster";
import { RedisUnavailable } from "../store/stored-problem.ts";
import { CREATE, DECIDE, OBSERVE, REMOVE, SAVE } from "./scripts.ts";

/** The scripts as commands: keys first, then what they are told. */
type Script<Answer> = (...words: (string | number)[]) => Promise<Answer>;

interface Scripts {
  readonly create: Script<[mark: string, position: number]>;
  readonly remove: Script<number>;
  readonly decide: Script<[first: number, position: number]>;
  readonly observe: Script<[accepted: number, repeated: number, unknown: number, position: number]>;
  readonly save: Script<number>;
}

/** Whoever waits for Redis waits at most so long. */
const PATIENCE_MS = 5_000;

/** What each script changes: so many keys. */
const SCRIPTS = {
  create: [4, CREATE],
  remove: [8, REMOVE],
  decide: [6, DECIDE],
  observe: [6, OBSERVE],
  save: [3, SAVE],
} as const;

/** The scripts on a connection; one that fails, or that Redis is too slow for, is `NotSure`. */
export function scriptsOn(redis: Redis): Scripts {
  const commands = Object.entries(SCRIPTS).map(([name, [numberOfKeys, lua]]) => {
    const command = `mulligan_${name}`;
    redis.defineCommand(command, { numberOfKeys, lua });
    const call = (redis as unknown as Record<string, Script<unknown>>)[command].bind(redis);
    return [name, (...words: (string | number)[]) => answered(redis, () => call(...words))];
  });
  return Object.fromEntries(commands);
}

/** What Redis answers, within our patience. While it is away nothing is asked: it would pile up, and happen later. */
export async function answered<Answer>(redis: Redis, ask: () => Promise<Answer>): Promise<Answer> {
  if (redis.status !== "ready") throw new RedisUnavailable();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RedisUnavailable()), PATIENCE_MS);
  });
  try {
    return await Promise.race([ask(), late]);
  } catch (error) {
    throw new RedisUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}
