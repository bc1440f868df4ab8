import { type RedisPlace, shownPlace, startClusterWorker } from "@mulligan/cluster";
import { say } from "../shell/output.ts";
import { cellPerformer } from "./cell-performer.ts";
import { runPerformer } from "./run-performer.ts";
import { satPerformer } from "./sat-performer.ts";
import { cellThreads, walkingThreads } from "./worker-threads.ts";

export interface ServeSetting {
  readonly place: RedisPlace;
  readonly jobs: number;
  readonly allow: readonly string[];
  readonly lockMs: number;
  /** Aborted when programs are to end without grace. */
  readonly hurry: AbortSignal;
}

/** A worker that knows what we know. Resolves to how it is ended, when it has begun. */
export async function serveCluster(setting: ServeSetting): Promise<() => Promise<void>> {
  const { place, jobs, allow, lockMs, hurry } = setting;
  const [walking, playing] = [walkingThreads(jobs), cellThreads(jobs)];
  const programs = runPerformer(allow, hurry);
  const executors = { run: programs, sat: satPerformer(walking), simulate: cellPerformer(playing) };
  const worker = await startClusterWorker({ place, jobs, executors, lockMs, notice: say });
  const may = allow.length === 0 ? "no programs" : allow.join(", ");
  say(`worker ${worker.name} at ${shownPlace(place)}: ${jobs} at a time; may run ${may}`);
  return async () => {
    await worker.close();
    await Promise.all([walking.close(), playing.close()]);
    await programs.close();
  };
}
