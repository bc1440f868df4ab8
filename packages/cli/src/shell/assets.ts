/*
 * The files that the command starts or reads by their paths. Only this module knows where they are. In the workspace they are
 * what `tsc` compiled; in the published command each is one file, which `build.mjs` makes of the same modules.
 */

/** The version of the package; only the bundle has it as a constant, which `build.mjs` defines. */
declare const BUNDLED_VERSION: string | undefined;

const isBundled = typeof BUNDLED_VERSION === "string";

/** The modules with a process or a thread of their own: the name in the bundle, and the path in `src` and `dist`. */
export const STARTED_MODULES = {
  watchdog: "processes/watchdog-main",
  "sat-thread": "sat/worker",
  "cell-thread": "simulate/cell-worker",
  "analysis-thread": "serve/problem/analysis-worker",
  "study-thread": "threads/study-worker",
} as const;

/** The folder with what is built, seen from `src/shell`, from `dist/shell`, and from `dist/bundle`. */
const built = new URL("../../dist/", import.meta.url);

/** The folder into which `packages/web/build.mjs` puts the page. */
export const pageFolder = new URL("page/", built);

function moduleUrl(bundled: string, compiled: string): URL {
  return new URL(isBundled ? `bundle/${bundled}.js` : `${compiled}.js`, built);
}

export function startedModule(name: keyof typeof STARTED_MODULES): URL {
  return moduleUrl(name, STARTED_MODULES[name]);
}

interface Command {
  readonly name: string;
  readonly computes?: true;
}

/** The module of the thread in which a command computes. In the bundle each such command has its own. */
export function threadOf({ name }: Command): URL {
  return moduleUrl(name, "thread-main");
}

/**
 * The module of the process of a command, for `import()` in `main.ts`. In the bundle each command has its own, but those that
 * compute in a thread: they share one with `--help`, `--version` and what names no command.
 */
export function processOf(command: Command | undefined): string {
  if (!isBundled) return moduleUrl("", "process-main").href;
  return `./${command === undefined || command.computes ? "process" : command.name}.js`;
}
