/** How far a task came: its tries, and the time of all of them. */
export interface TaskEffort {
  readonly tries: number;
  readonly time: number;
}

/** What the tasks that are solved took, which tells whether one that was begun goes on. */
export interface SolvedTasks {
  /** Counts one that is solved. */
  count(task: TaskEffort): void;
  /**
   * Whether a task that was begun goes on before another one is begun: second tries teach what first ones cannot, how
   * tasks differ. Not when it has had much more time than others needed: these are not to wait for it.
   */
  allow(task: TaskEffort): boolean;
}

/** None is solved yet. `mulligan run` takes turns by it, and the simulator of tasks in parallel. */
export function solvedTasks(): SolvedTasks {
  let [solved, spent] = [0, 0];
  return {
    count({ time }) {
      solved += 1;
      spent += time;
    },
    allow: ({ tries, time }) => (solved === 0 ? tries < TRIES : time * solved <= LONG * spent),
  };
}

/** As many times the mean of the solved tasks' time is a task gone on with before another one is begun. */
const LONG = 30;
/** As many tries, while no task is solved. */
const TRIES = 4;
