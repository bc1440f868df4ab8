import { studies } from "./studies.ts";

/** Plays one part of the study of that name. */
export function playPart({ study: name, part }: { study: string; part: unknown }): unknown {
  const study = studies.find((candidate) => candidate.name === name);
  if (study === undefined) throw new RangeError(`study-worker: there is no study ${JSON.stringify(name)}`);
  return study.play(part);
}
