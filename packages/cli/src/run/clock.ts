import { cpuMeters } from "../processes/cpu-meter.ts";
import type { CostMeter } from "../processes/cuts.ts";
import { parseDuration } from "../shell/duration.ts";
import { brief } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { milliseconds, type Unit } from "../tasks/task.ts";
import type { Notify } from "./outcome.ts";
import { fieldOf, matchOf, type NumberReader } from "./printed-number.ts";

/** A clock other than wall time, which measures the cost of tries in its own unit (`--clock`). */
export interface RunClock {
  /** The name of the unit, in journals too. */
  readonly unitName: string;
  readonly unit: Unit;
  /** Reads an amount on the command line. */
  amount(text: string, where: string): number;
  /** Whether cutoffs on the command line may be durations. */
  readonly isTime: boolean;
  /** Opens the meter of a try. */
  open(arm: string, notice: Notify): TryMeter;
}

interface TryMeter extends CostMeter {
  /** Says if a try that ended has shown no cost; refuses to go on if none ever does. */
  check(solved: boolean): void;
}

const FORMS = "wall, cpu, json:FIELD or regex:PATTERN";

/** Reads `--clock`; undefined for wall time. */
export function parseClock(text: string): RunClock | undefined {
  if (text === "wall") return undefined;
  if (text === "cpu") return cpuClock();
  const [, kind, rest] = /^(json|regex):(.+)$/s.exec(text) ?? [];
  if (kind === "json") return printedClock(text, fieldOf(rest), rest.slice(rest.lastIndexOf(".") + 1));
  if (kind !== "regex") throw new UsageError(`--clock: must be ${FORMS}, got "${text}"`);
  const read = matchOf(rest, "--clock");
  if (new RegExp(`${rest}|`).exec("")!.length < 2) {
    throw new UsageError(`--clock: must have a group around the cost, got ${text}`);
  }
  return printedClock(text, read, "units");
}

function cpuClock(): RunClock {
  const open = cpuMeters();
  return {
    unitName: "ms",
    unit: milliseconds,
    amount: parseDuration,
    isTime: true,
    open: () => ({ ...open(), check() {} }),
  };
}

/** The number of successes without a cost, and none with one, that shows that the option names the wrong thing. */
const FREE_SUCCESSES = 3;

function printedClock(source: string, find: NumberReader, name: string): RunClock {
  /** Successes that showed no cost; undefined as soon as some try has shown one. */
  let free: number | undefined = 0;
  const precise = (cost: number) => Number(cost.toPrecision(12));
  return {
    unitName: name,
    unit: { ...milliseconds, time: precise, text: (cost) => `${brief(precise(cost))} ${name}` },
    isTime: false,
    amount(text, where) {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      if (value > 0 && value < Infinity) return value;
      throw new UsageError(
        `${where}: must be a number of ${name} above 0, as --clock ${source} says, got "${text}"`,
      );
    },
    open(arm, notice) {
      const onFall = (from: number, to: number) =>
        notice(
          `fall of ${arm}`,
          `arm ${arm}: the cost of a try must not decrease (--clock ${source}), got ${to} after ${from}; the highest counts`,
        );
      const { meter, hasCost } = printedMeter(find, onFall);
      return {
        ...meter,
        check(solved) {
          if (hasCost()) free = undefined;
          else if (solved) {
            notice(
              `cost of ${arm}`,
              `arm ${arm}: a try that printed no cost (--clock ${source}) counts as 0`,
            );
            if (free !== undefined && ++free === FREE_SUCCESSES) {
              throw new UsageError(
                `--clock ${source}: must be printed by the programs, got none in ${free} successes`,
              );
            }
          }
        },
      };
    },
  };
}

const textOf = (bytes: string) => Buffer.from(bytes, "latin1").toString("utf8");

/** A longer line holds no cost. */
const LONGEST_LINE = 2 ** 20;
/** \r too, since a line that shows progress is written over. */
const LINE_END = /[\r\n]+/;

/** Reads the cost from each line that is printed, on standard output or standard error. */
function printedMeter(find: NumberReader, onFall: (from: number, to: number) => void) {
  let cost: number | undefined;
  const rests = ["", ""];
  const watching = new Set<() => void>();

  function read(line: string): void {
    const found = line === "" ? undefined : find(line);
    if (found === undefined || !(found >= 0 && found < Infinity)) return;
    const before = cost ?? 0;
    if (found < before) {
      onFall(before, found);
      return;
    }
    cost = found;
    if (found > before) for (const changed of watching) changed();
  }

  const meter: CostMeter = {
    began() {},
    wrote(stream, chunk) {
      const lines = (rests[stream] + chunk.toString("latin1")).split(LINE_END);
      rests[stream] = lines.pop()!.slice(0, LONGEST_LINE);
      for (const line of lines) read(textOf(line));
    },
    read: () => cost ?? 0,
    watch: (changed) => void watching.add(changed),
    exited() {},
    // The last line may have no end.
    ended() {
      for (const line of rests.splice(0, 2, "", "")) read(textOf(line));
    },
  };
  return { meter, hasCost: () => cost !== undefined };
}
