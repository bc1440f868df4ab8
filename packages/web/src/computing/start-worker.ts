import { loadScript } from "./load-script.ts";

/** The workers that there are: each is `NAME/NAME-worker.ts`, or `charts/drawing-worker.ts`, built as a text (`build.mjs`). */
export type WorkerName = "race" | "analyze" | "sat" | "figures";

declare global {
  var mulliganWorkers: Partial<Record<WorkerName, string>> | undefined;
}

const places = new Map<WorkerName, string>();

/** A thread of its own, from a blob: the one way that works from a server and from a file. */
export async function startWorker(name: WorkerName): Promise<Worker> {
  let place = places.get(name);
  if (place === undefined) {
    await loadScript(name === "figures" ? "figures.js" : `workers/${name}.js`);
    const text = globalThis.mulliganWorkers?.[name];
    if (text === undefined) throw new Error(`The worker ${name} is missing in the page`);
    place = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    places.set(name, place);
  }
  return new Worker(place, { name });
}

/** How many may compute at once: all cores but the one that draws. */
export function workersWanted(): number {
  return Math.max(1, Math.min(8, (navigator.hardwareConcurrency || 2) - 1));
}
