import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Redis } from "@mulligan/cluster";
import { UsageError } from "../../shell/usage-error.ts";
import type { ProblemDefinition } from "../problem/definition.ts";
import { ServiceProblem } from "../problem/problem.ts";
import { MAX_PROBLEMS, type ProblemStore } from "../store/problem-store.ts";
import { ProblemClosed } from "../store/stored-problem.ts";
import { FORMAT, keys, keysOf } from "./keys.ts";
import { LogFollowing } from "./log-following.ts";
import { Replicas, type Sharing } from "./replicas.ts";
import { openSaving } from "./saving.ts";
import { scriptsOn } from "./store-client.ts";

/** Two connections to one Redis: for commands, and to wait for what others do. */
export interface Connections {
  readonly commands: Redis;
  readonly reader: Redis;
}

/**
 * The problems in Redis, which several services may hold at once. `checkPolicy` refuses a policy with which they cannot
 * learn together.
 */
export async function openSharedProblems(
  { commands, reader }: Connections,
  sharing: Sharing & { checkPolicy(definition: ProblemDefinition): void },
): Promise<ProblemStore> {
  await checkFormat(commands);
  const own = randomBytes(8).toString("hex");
  const scripts = scriptsOn(commands);
  const { storeOptions: options } = sharing;
  const reached = (position: number): Promise<void> => followed.reached(position);
  const caughtUp = (): Promise<void> => followed.caughtUp();
  const replicas = new Replicas(commands, { own, scripts, options, reached, caughtUp }, sharing);
  const followed = new LogFollowing(commands, reader, replicas);
  await followed.start();
  const all = () => [...replicas.byName.values()];
  const saving = openSaving(
    commands,
    scripts,
    own,
    { all, position: () => followed.position },
    sharing.saveEveryMs,
  );

  return {
    size: () => replicas.byName.size,
    all,
    find: (name) => replicas.byName.get(name),
    caughtUp,
    async create(given) {
      // As it will come back from Redis.
      const definition: ProblemDefinition = JSON.parse(JSON.stringify(given));
      const { name } = definition;
      ServiceProblem.create(definition); // refuses what cannot be
      sharing.checkPolicy(definition);
      const places = [keys.position, keys.log, keys.marks, keys.definitions];
      const mark = randomBytes(4).toString("hex");
      const [known, position] = await scripts.create(
        ...places,
        own,
        name,
        mark,
        JSON.stringify(definition),
        MAX_PROBLEMS,
      );
      if (known === "") throw new UsageError(`there may be at most ${MAX_PROBLEMS} problems`);
      await reached(position);
      const kept = replicas.byName.get(name);
      if (kept?.mark !== known) throw new ProblemClosed("the problem was deleted by another service");
      return isDeepStrictEqual(kept.definition, definition) ? kept : undefined;
    },
    async remove(name) {
      const mark = replicas.byName.get(name)?.mark;
      if (mark === undefined) return false;
      const places = [keys.position, keys.log, keys.marks, keys.definitions, ...Object.values(keysOf(mark))];
      const position = await scripts.remove(...places, own, name, mark);
      if (position === 0) return false;
      await reached(position);
      return true;
    },
    async close() {
      await saving.close();
      await followed.close();
    },
  };
}

/** Another layout is refused, not guessed at. */
async function checkFormat(redis: Redis): Promise<void> {
  const found = (await redis.set(keys.format, FORMAT, "NX", "GET")) ?? FORMAT;
  if (found === FORMAT) return;
  throw new UsageError(
    `--redis: the problems there must be of format ${FORMAT}, got ${JSON.stringify(found).slice(0, 60)}`,
  );
}
