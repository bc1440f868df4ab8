import picocolors from "picocolors";

/** A line on a terminal that is overwritten; without a terminal nothing is shown. */
interface Progress {
  /** `text` is asked for only when it is shown, with its longest length: not in the first second, then ten times a second at most. */
  update(text: (width: number) => string): void;
  /** Removes the line, so that something else can be printed. */
  clear(): void;
}

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const FIRST_AFTER_MS = 1_000;
const EVERY_MS = 100;
const ERASE = "\r\u001b[2K";

function canRewrite(screen: Screen): boolean {
  return screen.isTTY === true && process.env.TERM !== "dumb";
}

/** Removes the progress line, if one is shown. There is one terminal, so there is at most one such line. */
let removeShown: (() => void) | undefined;

/** Clears the progress line, so that something else can be printed. */
export function clearLine(): void {
  removeShown?.();
}

export function progressLine(screen: Screen = process.stderr, now: () => number = Date.now): Progress {
  if (!canRewrite(screen)) return { update() {}, clear() {} };
  let next = now() + FIRST_AFTER_MS;
  let shown = false;
  const clear = () => {
    if (shown) screen.write(ERASE);
    shown = false;
  };
  return {
    update(text) {
      if (now() < next) return;
      next = now() + EVERY_MS;
      shown = true;
      removeShown = clear;
      // A terminal that does not know its width says 0.
      const width = (screen.columns || 80) - 1;
      screen.write(`${ERASE}${text(width).slice(0, width)}`);
    },
    clear,
  };
}

/** Shows a progress line on a terminal, rewrites it now and then, and removes it at the end. */
export function liveLine(text: (width: number) => string): { stop(): void } {
  if (!canRewrite(process.stderr)) return { stop() {} };
  const line = progressLine();
  const timer = setInterval(() => line.update(text), EVERY_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      line.clear();
    },
  };
}

/** Returns the time left at the present speed: `12 s left`. */
export function timeLeft(done: number, total: number, elapsedMs: number): string {
  if (done === 0) return "";
  const seconds = Math.round(((total - done) * elapsedMs) / done / 1_000);
  if (seconds < 60) return `${seconds} s left`;
  return seconds < 3_600 ? `${Math.round(seconds / 60)} min left` : `${(seconds / 3_600).toFixed(1)} h left`;
}

/** Returns the number done a second: `12.5/s`. */
export function perSecond(done: number, elapsedMs: number): string {
  return `${((1_000 * done) / elapsedMs).toFixed(1)}/s`;
}

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Returns colours for a stream: only on a terminal, never with NO_COLOR (no-color.org), always with FORCE_COLOR. */
export function coloursFor(
  stream: { readonly isTTY?: boolean },
  environment: NodeJS.ProcessEnv = process.env,
): Colours {
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: terminal } = environment;
  if (no !== undefined && no !== "") return picocolors.createColors(false);
  if (force !== undefined && force !== "" && force !== "0") return picocolors.createColors(true);
  return picocolors.createColors(stream.isTTY === true && terminal !== "dumb");
}
