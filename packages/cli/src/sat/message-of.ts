import type { Decision } from "@mulligan/core";
import type { Batch, Work } from "./agenda.ts";
import type { SatWork, TriesWork } from "./messages.ts";

/** What is sent to a worker. */
export function messageOf(work: Work): SatWork {
  if (work.kind === "tries") return triesOf(work.batch);
  const { seed, weights } = work.entry.race!;
  return { race: work.entry.task.index - 1, seed, weights, flips: work.flips };
}

function triesOf(batch: Batch): TriesWork {
  const places = new Map<readonly Decision[], number>();
  const all: Decision[] = [];
  for (const { decided } of batch) {
    if (places.has(decided)) continue;
    places.set(decided, all.length);
    all.push(...decided);
  }
  return {
    tasks: new Uint32Array(batch.map(({ entry }) => entry.task.index - 1)),
    seeds: new Uint32Array(batch.map(({ seed }) => seed)),
    firsts: new Uint32Array(batch.map(({ decided }) => places.get(decided)!)),
    counts: new Uint32Array(batch.map(({ decided }) => decided.length)),
    arms: new Uint32Array(all.map(({ arm }) => arm)),
    cutoffs: new Float64Array(all.map(({ cutoff }) => cutoff)),
  };
}
