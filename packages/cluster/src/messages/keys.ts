/** Names in Redis. All of them contain the version, so that two versions never share a key. */
export interface Names {
  readonly version: string;
  /** The prefix of BullMQ's keys. */
  readonly prefix: string;
  readonly queue: string;
  run(run: string): RunKeys;
  /** The key of bytes that are named by their content. */
  blob(hash: string): string;
}

export interface RunKeys {
  /** A hash: version, state, document. */
  readonly run: string;
  /** A hash: the merged tally. */
  readonly tally: string;
  /** Two sets of ids that count as seen, of which the older one is dropped from time to time. */
  readonly seen: readonly [string, string];
  /** A hash: the last turn of each task that is over. */
  readonly over: string;
  /** A stream: every trial that was counted, and every turn that ended. */
  readonly log: string;
  readonly all: readonly string[];
}

export function namesOf(version = VERSION): Names {
  const root = `mulligan:${version}`;
  return {
    version,
    prefix: "mulligan",
    queue: `tasks-${version}`,
    blob: (hash) => `${root}:blob:${hash}`,
    run(run) {
      const key = (part: string) => `${root}:run:${run}:${part}`;
      const seen = [key("seen0"), key("seen1")] as const;
      const [document, tally, over, log] = [key("run"), key("tally"), key("over"), key("log")];
      return { run: document, tally, seen, over, log, all: [document, tally, ...seen, over, log] };
    },
  };
}

/** A run's name is part of keys and of job ids. */
export const RUN_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** The format of everything in Redis is that of the package's version. Another one is refused. */
export const VERSION = "0.1.0";
