/**
 * Timers by when they are due, those of the same moment in the order in which they were set. A binary heap in
 * which every timer knows its place, so that one can be removed without a search: most timers of the runtime are
 * cutoffs and deadlines that never come, and would else pile up.
 */
export function timerHeap() {
  const heap = [];
  let sequence = 0;

  const put = (timer, place) => {
    heap[place] = timer;
    timer.place = place;
  };

  /** Moves it towards the root, as far as it is earlier than what stands there. */
  const rise = (timer, from) => {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!earlier(timer, heap[above])) break;
      put(heap[above], place);
      place = above;
    }
    put(timer, place);
  };

  const sink = (timer, from) => {
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && earlier(heap[below + 1], heap[below])) below += 1;
      if (!earlier(heap[below], timer)) break;
      put(heap[below], place);
      place = below;
    }
    put(timer, place);
  };

  const remove = (timer) => {
    // Not one of them, or no longer.
    if (timer === undefined || heap[timer.place] !== timer) return;
    const { place } = timer;
    const last = heap.pop();
    timer.place = -1;
    if (last === timer) return;
    if (place > 0 && earlier(last, heap[(place - 1) >> 1])) rise(last, place);
    else sink(last, place);
  };

  return {
    add(at, callback) {
      const timer = { at, sequence: ++sequence, callback, place: -1 };
      heap.push(timer);
      rise(timer, heap.length - 1);
      return timer;
    },
    remove,
    /** The timer that is due next, which is removed; undefined if there is none. */
    takeFirst() {
      const first = heap[0];
      remove(first);
      return first;
    },
    get size() {
      return heap.length;
    },
  };
}

function earlier(one, other) {
  return one.at < other.at || (one.at === other.at && one.sequence < other.sequence);
}
