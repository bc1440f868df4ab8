import { resolve } from "node:path";
import { toJson } from "../../shell/output.ts";
import { costOfRewards } from "../problem/arm-statistics.ts";
import {
  type ArmAnalyzer,
  type ProblemState,
  type ProblemSummary,
  stateOf,
  summaryOf,
} from "../problem/problem-state.ts";
import type { RunFile } from "../runs/run-file.ts";
import type { RunFolder } from "../runs/run-folder.ts";
import type { ProblemStore, UnreadableEntry } from "../store/problem-store.ts";
import { type StoredProblem, UnreadableProblem } from "../store/stored-problem.ts";
import type { ServiceClock } from "./clock.ts";
import { missing } from "./fault.ts";
import type { NextPart } from "./paced-writer.ts";

/** The fields of a list after the problems. */
interface ListRest {
  /** Problems that are set aside since they cannot be read. */
  readonly unreadable: readonly UnreadableEntry[];
  /** The folder with the journals of runs. */
  readonly folder: string | null;
}

/**
 * The answer to a request for all problems as JSON text in parts. Each part is made when it is needed, so a client that does not read costs
 * no memory.
 */
export interface ListText {
  readonly nextPart: NextPart;
  /** True if the problem is in the list and its part is not made yet. */
  isPending(name: string): boolean;
}

/** About how many characters a part of a list has. */
const LIST_PART_LENGTH = 2 ** 16;

/** The handlers of requests that only read. A problem that does not exist is a `Fault`. */
export interface StateHandlers {
  /**
   * Problems and runs, in the order of their names; with `latest`, only so many of them, those that were active last.
   */
  listText(latest?: number): ListText;
  summary(name: string): Promise<ProblemSummary>;
  state(name: string): Promise<ProblemState>;
  /** The latest trials of a problem, those after the one with this number; `last` counts all that there were. */
  tries(name: string, after: number): Promise<{ readonly last: number; readonly tries: readonly object[] }>;
}

/** The sources of the states. */
interface StateSources {
  readonly problems: ProblemStore;
  readonly runs: RunFolder;
  readonly analyzer: ArmAnalyzer;
  readonly clock: ServiceClock;
}

export function stateHandlers(
  { problems, runs, analyzer, clock }: StateSources,
  stateFolder: string | undefined,
): StateHandlers {
  const folder = stateFolder === undefined ? null : resolve(stateFolder);
  const namesOf = sortedNames();

  const listRest = (): ListRest => ({ unreadable: problems.unreadable(), folder });
  const summarize = ({ problem, lastActive }: StoredProblem) => summaryOf(problem, clock.toWall(lastActive));

  /** The counts of a problem or a run; undefined if the name does not exist now. */
  function findSummary(name: string): ProblemSummary | undefined {
    const stored = problems.find(name);
    return stored === undefined ? runs.find(name)?.summary() : summarize(stored);
  }

  function listedNames(latest: number | undefined): readonly string[] {
    if (latest === undefined) return namesOf(problems.all(), runs.all());
    const others = runs.all().filter(({ name }) => problems.find(name) === undefined);
    const all = [...problems.all().map(summarize), ...others.map((run) => run.summary())];
    return latestOf(all, latest).map(({ name }) => name);
  }

  /** A problem or a run, as it is stored. */
  async function find(name: string) {
    const stored = problems.find(name);
    const reason = problems.whyUnreadable(name);
    if (reason !== undefined) throw new UnreadableProblem(reason);
    await stored?.flushed();
    const run = stored === undefined ? runs.find(name) : undefined;
    if (stored === undefined && run === undefined) throw missing();
    const summary = stored === undefined ? run!.summary() : summarize(stored);
    return { summary, problem: stored?.problem, run, source: stored?.problem ?? run! };
  }

  return {
    listText: (latest) => listText(listedNames(latest), findSummary, listRest()),
    summary: async (name) => (await find(name)).summary,
    async state(name) {
      const { summary, problem, run, source } = await find(name);
      const definition = problem?.definition;
      const resetting = definition?.kind === undefined ? (definition?.resetting ?? "none") : "none";
      const costs = run?.costs() ?? source.statistics.map(costOfRewards);
      const explanation = problem?.explain(clock.now());
      const found = await stateOf(summary, source.statistics, costs, resetting, analyzer);
      return explanation === undefined ? found : { ...found, explanation };
    },
    async tries(name, after) {
      const {
        summary: { arms },
        source: { recentTrials },
      } = await find(name);
      const tries = recentTrials.after(after).map(({ number, at, outcome, arm, ...trial }) => ({
        number,
        at: at === null ? null : clock.toWall(at),
        ...trial,
        arm: arms[arm].name,
        ...outcome,
      }));
      return { last: recentTrials.last, tries };
    },
  };
}

/**
 * Returns a function that sorts the names of problems and runs. The same ones in the same order give the same array: it is
 * not sorted again, and lists that are read slowly share it.
 */
function sortedNames() {
  let known: readonly object[] = [];
  let names: readonly string[] = [];
  return (problems: readonly StoredProblem[], runs: readonly RunFile[]): readonly string[] => {
    const all = [...problems, ...runs];
    if (all.length === known.length && all.every((one, place) => one === known[place])) return names;
    known = all;
    const found = [...problems.map(({ definition }) => definition.name), ...runs.map(({ name }) => name)];
    names = [...new Set(found)].sort();
    return names;
  };
}

function listText(
  names: readonly string[],
  findSummary: (name: string) => ProblemSummary | undefined,
  rest: ListRest,
): ListText {
  let next = 0;
  function* summaries(): Generator<ProblemSummary> {
    while (next < names.length) {
      // It is pending until its summary is made: reading a run may find new trials of it.
      const summary = findSummary(names[next]);
      next += 1;
      if (summary !== undefined) yield summary;
    }
  }
  const isPending = (name: string) => {
    const place = firstFrom(names, name);
    return place >= next && names[place] === name;
  };
  return { nextPart: listJson(summaries(), rest), isPending };
}

/** Returns a list of problems as JSON text in parts. */
function listJson(summaries: Iterator<ProblemSummary>, rest: ListRest): NextPart {
  let [opening, between, isDone] = ['{"problems":[', "", false];
  return async () => {
    if (isDone) return undefined;
    let text = opening;
    opening = "";
    while (text.length < LIST_PART_LENGTH) {
      const { value, done } = summaries.next();
      if (done) {
        isDone = true;
        return `${text}],${toJson(rest).slice(1)}`;
      }
      text += `${between}${toJson(value)}`;
      between = ",";
    }
    return text;
  };
}

/** The place of the first name in a sorted list that is not before this one. */
function firstFrom(names: readonly string[], name: string): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (names[middle] < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the `count` problems that were active last, in the order of their names. */
function latestOf(problems: readonly ProblemSummary[], latest: number): ProblemSummary[] {
  const listed =
    problems.length <= latest
      ? [...problems]
      : [...problems].sort((a, b) => b.lastActive - a.lastActive).slice(0, latest);
  return listed.sort((a, b) => (a.name < b.name ? -1 : 1));
}
