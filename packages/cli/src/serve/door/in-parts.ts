import { givingWay } from "../../shell/give-way.ts";

/** Of a batch, done without a pause in which others are served. */
const PART = 64;

/**
 * Plays a batch in parts, between which others are served if it takes long. Each part is on its way to the disk when
 * the next one is begun; all of them are waited for in the end.
 */
export async function inParts<Result>(
  count: number,
  play: (from: number, to: number) => Promise<Result>,
): Promise<Result[]> {
  if (count <= PART) return [await play(0, count)];
  const giveWay = givingWay();
  const parts: Promise<Result>[] = [];
  for (let from = 0; from < count; from += PART) {
    const turn = giveWay();
    if (turn !== undefined) await turn;
    const part = play(from, Math.min(from + PART, count));
    // One that fails is heard of with the others.
    part.catch(() => {});
    parts.push(part);
  }
  return Promise.all(parts);
}
