import type { Task } from "./task.ts";

/** Tasks that wait for their turn. */
export interface Waiting {
  add(task: Task): void;
  /** The one that had the least time so far; of several, the first of the list. */
  readonly first: Task | undefined;
  /** Takes that one out. */
  take(): Task | undefined;
}

/**
 * Whoever has had much time waits for those who had less, so that one input that never ends does not keep the others
 * from being tried. A turn is over when a try is: nothing is lost by it. (A heap: there may be a million tasks.)
 */
export function leastServedFirst(): Waiting {
  const heap: Task[] = [];
  const isBefore = (a: Task, b: Task) => a.time < b.time || (a.time === b.time && a.index < b.index);

  return {
    get first() {
      return heap[0];
    },
    add(task) {
      let place = heap.push(task) - 1;
      for (let parent = (place - 1) >> 1; place > 0; parent = (place - 1) >> 1) {
        if (!isBefore(task, heap[parent])) break;
        heap[place] = heap[parent];
        place = parent;
      }
      heap[place] = task;
    },
    take() {
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
