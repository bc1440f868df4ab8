import { stream } from "@mulligan/core/random";
import { timerHeap } from "../runtime/timer-heap.mjs";

/**
 * Workers in virtual time that learn together, as `mulligan worker` does. Each decides by a copy of its own. What came
 * of a trial goes to the merged statistics at once, and into the worker's own copy. Every `refresh` trials the worker
 * asks for the merged state. It does not wait for it: the next trial is decided by what is known, and the new state is
 * there when that trial ends. So a decision never knows the trials that others ended since, nor those that run.
 *
 * `merged` sees all outcomes; `restore` makes a policy of a snapshot. `begin(policy, worker)` decides and gives
 * `{ decision, outcome, took, … }`, or undefined if there is nothing to do now; such a worker is asked again after the
 * next end. `end(trial)` is told of every trial, after it was learned from, and says whether to go on.
 */
export function playCluster({ workers, refresh, seed, merged, restore, begin, end }) {
  const heap = timerHeap();
  const crew = Array.from({ length: workers }, (_, number) => ({ number, copies: 0, since: 0 }));
  const idle = [];
  const age = { unseen: 0, decisions: 0 };
  let [now, ended, kept, keptAt] = [0, 0, undefined, -1];

  function takeCopy(worker) {
    if (keptAt !== ended) {
      kept = merged.snapshot();
      keptAt = ended;
    }
    // Each copy draws for itself: else all would try the same.
    const random = stream(seed, "worker", worker.number, worker.copies).state();
    worker.policy = restore({ ...kept, random });
    worker.copies += 1;
    worker.since = 0;
    worker.seen = ended;
  }

  function startNext(worker) {
    const trial = begin(worker.policy, worker.number);
    if (trial === undefined) {
      idle.push(worker);
      return;
    }
    age.unseen += ended - worker.seen - worker.since;
    age.decisions += 1;
    if (worker.since >= refresh) takeCopy(worker);
    heap.add(now + trial.took, { worker, trial });
  }

  for (const worker of crew) takeCopy(worker);
  for (const worker of crew) startNext(worker);
  for (let next = heap.takeFirst(); next !== undefined; next = heap.takeFirst()) {
    const { worker, trial } = next.callback;
    now = next.at;
    merged.observe(trial.decision, trial.outcome);
    worker.policy.observe(trial.decision, trial.outcome);
    ended += 1;
    worker.since += 1;
    if (!end(trial)) break;
    startNext(worker);
    for (const waiting of idle.splice(0)) startNext(waiting);
  }
  return { trials: ended, makespan: now, unseen: age.unseen / age.decisions + heap.size };
}
