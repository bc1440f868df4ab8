import { Tally } from "@mulligan/core/statistics";
import { timerHeap } from "../runtime/timer-heap.mjs";

/**
 * Workers in virtual time that learn together, as `mulligan worker` does. Each decides by a policy of its own, made of
 * the merged tally. What came of a trial is added to the tally at once, and the worker's own policy is told, too. Every
 * `refresh` trials the worker asks for the merged state. It does not wait for it: the next trial is decided by what is
 * known, and the new state is there when that trial ends. So a decision never knows the trials that others ended
 * since, nor those that run.
 *
 * `begin(policy, worker)` decides and gives `{ decision, outcome, took, … }`, or undefined if there is nothing to do now;
 * such a worker is asked again after the next end. `end(trial)` is told of every trial, after it was learned from, and
 * says whether to go on.
 */
export function playCluster({ summed, workers, refresh, begin, end }) {
  const heap = timerHeap();
  const tally = new Tally();
  const crew = Array.from({ length: workers }, (_, number) => ({ number, since: 0 }));
  const idle = [];
  const age = { unseen: 0, decisions: 0 };
  let [now, ended] = [0, 0];

  function takeState(worker) {
    worker.policy = summed.from(tally, worker.number);
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
    if (workers > 1 && worker.since >= refresh) takeState(worker);
    heap.add(now + trial.took, { worker, trial });
  }

  for (const worker of crew) takeState(worker);
  for (const worker of crew) startNext(worker);
  for (let next = heap.takeFirst(); next !== undefined; next = heap.takeFirst()) {
    const { worker, trial } = next.callback;
    now = next.at;
    // One alone has no use for the tally.
    if (workers > 1) tally.add(summed.increments(trial.decision, trial.outcome));
    worker.policy.observe(trial.decision, summed.onTicks(trial.outcome));
    ended += 1;
    worker.since += 1;
    if (!end(trial)) break;
    startNext(worker);
    for (const waiting of idle.splice(0)) startNext(waiting);
  }
  return { trials: ended, makespan: now, unseen: age.unseen / age.decisions + heap.size };
}
