/** Tasks by number, each given out until it is done; counts what came of them. */
export function deskOf(tasks) {
  let begun = 0;
  const again = [];
  const seen = new Map();
  const desk = {
    done: 0,
    trials: 0,
    /** The time of all trials together. */
    work: 0,
    stopped: false,
    hurried: false,
    next() {
      const index = again.pop() ?? (begun < tasks ? ++begun : undefined);
      if (index === undefined) return undefined;
      const trials = seen.get(index)?.trials ?? 0;
      return { index, input: null, occurrence: 1, trials, attempts: trials };
    },
    async take(logged) {
      for (const { entry } of logged) {
        if (entry?.type !== "trial") continue;
        const trials = (seen.get(entry.index)?.trials ?? 0) + 1;
        seen.set(entry.index, { trials, done: entry.done === true });
        desk.trials += 1;
        desk.work += entry.outcome.time;
        if (entry.done) desk.done += 1;
      }
    },
    putBack(index) {
      if (!seen.get(index)?.done) again.push(index);
    },
    failed({ reason }) {
      throw new Error(reason);
    },
  };
  return desk;
}
