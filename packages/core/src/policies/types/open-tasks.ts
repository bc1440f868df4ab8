import type { TaskName } from "../../problem/outcome.ts";
import { savedRecord } from "../definition/saved-state.ts";
import { loadOpenTask, OpenTask } from "./open-task.ts";

/** The tasks that are not done, by name. One that has no name is taken for new at its first attempt. */
export class OpenTasks {
  private readonly byName = new Map<TaskName | undefined, OpenTask>();

  constructor(policy: string, arms: number, saved: unknown = []) {
    if (!Array.isArray(saved)) throw new TypeError(`${policy}: the saved open tasks must be a list`);
    for (const item of saved) {
      const { name, task } = savedRecord(policy, item);
      if (name !== undefined && typeof name !== "string" && typeof name !== "number") {
        throw new TypeError(`${policy}: the name of a saved task must be a string or a number`);
      }
      this.byName.set(name, loadOpenTask(policy, task, arms));
    }
  }

  find(name: TaskName | undefined): OpenTask | undefined {
    return this.byName.get(name);
  }

  /** `leave` is told of the task that was longest open, if there are too many. */
  begin(attempt: number, name: TaskName | undefined, leave: (task: OpenTask) => void): OpenTask {
    const known = this.byName.get(name);
    if (known !== undefined && !(name === undefined && attempt === 1)) return known;
    if (known !== undefined) leave(known);
    const task = new OpenTask();
    this.byName.set(name, task);
    if (this.byName.size > MAX_OPEN_TASKS) {
      const [oldest, left] = this.byName.entries().next().value!;
      this.byName.delete(oldest);
      leave(left);
    }
    return task;
  }

  end(name: TaskName | undefined): void {
    this.byName.delete(name);
  }

  /** Open tasks for each attempt under way, counting one that is about to start. */
  tasksPerAttempt(): number {
    let underWay = 1;
    for (const task of this.byName.values()) if (task.started.size > 0) underWay += 1;
    return this.byName.size / underWay;
  }

  all(): Iterable<OpenTask> {
    return this.byName.values();
  }

  save(): unknown {
    return Array.from(this.byName, ([name, task]) => ({
      ...(name === undefined ? {} : { name }),
      task: task.save(),
    }));
  }
}

/** Nobody works at more at once; tasks that are given up are never heard of again. */
const MAX_OPEN_TASKS = 10_000;
