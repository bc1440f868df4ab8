/** Each worker is `NAME/NAME-worker.ts`, or `charts/drawing-worker.ts` for figures; `build.mjs` builds it as a text. */
export type WorkerName = "race" | "analyze" | "sat" | "figures";

declare global {
  var mulliganWorkers: Partial<Record<WorkerName, string>> | undefined;
}

export interface PageWorker<Request> {
  /** Waits until the worker runs. */
  send(request: Request): void;
  close(): void;
}

interface WorkerEvents<Reply> {
  onReply(reply: Reply): void;
  /** Called if the worker stops, and for every request if it cannot be started. */
  onFailure(problem: string, hasStarted: boolean): void;
}

/** Starts a worker. After `close` nothing more is heard of it. */
export function openWorker<Request, Reply>(
  name: WorkerName,
  { onReply, onFailure }: WorkerEvents<Reply>,
): PageWorker<Request> {
  let closed = false;
  const started = startThread(name).then((worker) => {
    worker.onmessage = ({ data }: MessageEvent<Reply>) => closed || onReply(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (!closed) onFailure(event.message, true);
    };
    return worker;
  });
  return {
    send(request) {
      started.then(
        (worker) => worker.postMessage(request),
        (error) => closed || onFailure(String(error?.message ?? error), false),
      );
    },
    close() {
      closed = true;
      started.then(
        (worker) => worker.terminate(),
        () => {},
      );
    },
  };
}

/** The number of workers that may compute at once: all cores but the one that draws. */
export function workerCount(): number {
  return Math.max(1, Math.min(8, (navigator.hardwareConcurrency || 2) - 1));
}

const urls = new Map<WorkerName, string>();

/** Starts a thread from a blob: the one way that works from a server and from a file. */
async function startThread(name: WorkerName): Promise<Worker> {
  let url = urls.get(name);
  if (url === undefined) {
    await loadScript(name === "figures" ? "figures.js" : `workers/${name}.js`);
    const text = globalThis.mulliganWorkers?.[name];
    if (text === undefined) throw new Error(`The worker ${name} is missing in the page`);
    url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    urls.set(name, url);
  }
  return new Worker(url, { name });
}

const scripts = new Map<string, Promise<void>>();

/** Loads a script of the page, once. An element also works from a file, where a fetch does not. */
export function loadScript(path: string): Promise<void> {
  const known = scripts.get(path);
  if (known !== undefined) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const element = document.createElement("script");
    element.src = new URL(path, document.baseURI).href;
    element.onload = () => resolve();
    element.onerror = () => {
      // The network may be back at the next attempt.
      scripts.delete(path);
      element.remove();
      reject(
        new Error(`${path} could not be loaded. Is the page complete, and is its server still running?`),
      );
    };
    document.head.append(element);
  });
  scripts.set(path, loaded);
  return loaded;
}
