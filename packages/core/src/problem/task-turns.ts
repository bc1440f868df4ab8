/** A task with the figures that decide its turn. */
export interface TurnTask {
  /** The place of the task in the given order. */
  readonly index: number;
  /** The time of all tries at the task so far. */
  readonly time: number;
}

/** Tasks that are tried in turns until they are done. A turn is one try. */
export interface TaskTurns<Task extends TurnTask> {
  /** Returns the next task, or undefined if there are none left; `fresh` returns one that was never tried. */
  next(fresh: () => Task | undefined): Task | undefined;
  /** Puts back a task that is not done, after a try or with tries from an earlier run. */
  putBack(task: Task): void;
  /** Records that a task is solved. */
  solved(task: Task): void;
  /** Records that a task is given up. */
  dropped(task: Task): void;
}

/**
 * Makes the order in which `mulligan run` and the simulator of parallel tasks try tasks.
 *
 * - While none is solved, up to 16 tasks are begun before one is tried again: another task may be an easier one.
 * - Then a task that failed is tried again before another is begun, since second tries show how tasks differ, until it
 *   has had 30 times as much time as solved ones took on average.
 * - When all are begun, one open task gets four fifths of the time, and the task that had least gets the rest. If all
 *   had equal shares, no task would be solved early and show how long to wait for the others.
 */
export function taskTurns<Task extends TurnTask>(): TaskTurns<Task> {
  const waiting = leastServedFirst<Task>();
  /** Tasks in hand, with the time that they had before. */
  const inHand = new Map<Task, number>();
  let [solved, spent, begun] = [0, 0, 0];
  let pilot: Task | undefined;
  let pilotWaits = false;
  /** Time since the pilot was chosen: its own, and that of the others. */
  let [ahead, behind] = [0, 0];

  const hand = (task: Task) => {
    inHand.set(task, task.time);
    return task;
  };
  const begin = (fresh: () => Task | undefined) => {
    const task = fresh();
    if (task === undefined) return undefined;
    begun += 1;
    return hand(task);
  };
  const takeLeast = () => {
    const task = waiting.take();
    return task === undefined ? undefined : hand(task);
  };
  const takePilot = () => {
    pilotWaits = false;
    return hand(pilot!);
  };
  const release = (task: Task) => {
    const time = task.time - (inHand.get(task) ?? task.time);
    inHand.delete(task);
    if (task === pilot) ahead += time;
    else if (pilot !== undefined) behind += time;
  };
  const end = (task: Task) => {
    release(task);
    if (task === pilot) [pilot, ahead, behind] = [undefined, 0, 0];
  };
  return {
    next(fresh) {
      if (solved === 0) return (begun < BREADTH ? begin(fresh) : undefined) ?? takeLeast() ?? begin(fresh);
      const least = waiting.first;
      if (least !== undefined && least.time * solved <= LONG * spent) return takeLeast();
      const task = begin(fresh);
      if (task !== undefined) return task;
      if (pilot !== undefined) {
        return pilotWaits && (ahead <= PILOT * behind || least === undefined) ? takePilot() : takeLeast();
      }
      pilot = takeLeast();
      return pilot;
    },
    putBack(task) {
      release(task);
      if (task === pilot) pilotWaits = true;
      else waiting.add(task);
    },
    solved(task) {
      end(task);
      solved += 1;
      spent += task.time;
    },
    dropped: end,
  };
}

const BREADTH = 16;
const LONG = 30;
/** The time of the task that runs ahead, for each unit of the others'. */
const PILOT = 4;

/** A heap, since there may be a million tasks. Of tasks with the same time the first of the list comes first. */
function leastServedFirst<Task extends TurnTask>() {
  const heap: Task[] = [];
  const isBefore = (a: Task, b: Task) => a.time < b.time || (a.time === b.time && a.index < b.index);
  return {
    get first(): Task | undefined {
      return heap[0];
    },
    add(task: Task): void {
      let place = heap.push(task) - 1;
      for (let parent = (place - 1) >> 1; place > 0; parent = (place - 1) >> 1) {
        if (!isBefore(task, heap[parent])) break;
        heap[place] = heap[parent];
        place = parent;
      }
      heap[place] = task;
    },
    take(): Task | undefined {
      const [first] = heap;
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return last;
      let place = 0;
      for (let child = 1; child < heap.length; child = 2 * place + 1) {
        if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child += 1;
        if (!isBefore(heap[child], last)) break;
        heap[place] = heap[child];
        place = child;
      }
      heap[place] = last;
      return first;
    },
  };
}
