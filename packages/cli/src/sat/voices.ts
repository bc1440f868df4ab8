import { printJsonLine } from "../shell/json.ts";
import { printSoon } from "../shell/print-soon.ts";
import type { AskedBy } from "../tasks/stop-asked.ts";
import { summaryLine, taskLine } from "./lines.ts";
import type { ArmTotals } from "./tally.ts";
import type { SatTask } from "./tasks.ts";
import { summaryText, taskText, valueLines } from "./text.ts";

/** What a run of `sat` came to. */
interface SatEnd {
  readonly tasks: readonly SatTask[];
  readonly arms: readonly ArmTotals[];
  /** What a journal knew before. */
  readonly earlier: { readonly tasks: number; readonly tries: number };
  readonly stoppedBy: AskedBy | undefined;
  readonly wallMs: number;
  /** Of a single file. */
  readonly model: readonly number[] | undefined;
}

/** How `sat` says on stdout what it found. */
export interface Voice {
  /** When nothing more is done about a file; the model is given if it is the only one. */
  task(task: SatTask, model: readonly number[] | undefined): void;
  end(end: SatEnd): void;
}

/** JSON lines. */
export function forPrograms(names: readonly string[]): Voice {
  return {
    task: (task, model) => printJsonLine({ ...taskLine(task, names), ...(model ? { model } : {}) }),
    end: ({ tasks, arms, earlier, stoppedBy }) =>
      printJsonLine(summaryLine(tasks, arms, earlier, stoppedBy ?? "done")),
  };
}

/** A line an instance, and a table. */
export function forPeople(names: readonly string[]): Voice {
  return {
    task: (task) => printSoon(taskText(task, names)),
    end: ({ tasks, arms, earlier, wallMs }) => printSoon(summaryText(tasks, arms, earlier.tasks, wallMs)),
  };
}

/**
 * The output of the SAT competition, for one file. A local search proves nothing, so what is not solved is
 * unknown; of an empty clause a comment tells. Of a file that cannot be read there is nothing to say here.
 */
export const forCompetition: Voice = {
  task() {},
  end({ tasks: [{ hopeless, problem }], model }) {
    if (problem !== undefined) return;
    if (hopeless) process.stdout.write("c unsatisfiable: it has an empty clause\n");
    process.stdout.write(model === undefined ? "s UNKNOWN\n" : `s SATISFIABLE\n${valueLines(model)}`);
  },
};
