// `stats()` held against the books.

/** At any moment between two turns. A measured cut is told of later than it is counted, so those wait for the end. */
export function checkStats(service, ledger) {
  const { name, calls, arms, measured, records } = service;
  const stats = calls.stats();
  const same = (what, told, counted) => {
    if (told !== counted)
      ledger.say(undefined, "count", `${name}: ${what} ${told} in stats, ${counted} counted`);
  };
  const running = [...records.values()].filter(({ end }) => end === undefined).length;
  same("running", stats.running, running);
  for (const [arm, told] of Object.entries(stats.arms)) {
    const counted = arms[arm];
    same(`attempts of ${arm}`, told.attempts, counted.attempts);
    same(`successes of ${arm}`, told.successes, counted.succeeded);
    same(`failures of ${arm}`, told.failures, counted.rejected + counted["no reward"] + counted.final);
    if (!measured) same(`cuts of ${arm}`, told.cuts, counted.cut);
  }
}

/** When nothing is under way any more. */
export function checkQuiet(service, ledger) {
  const { name, calls, arms, measured, records, totals, policy, disposedEarly } = service;
  checkStats(service, ledger);
  const say = (text) => ledger.say(undefined, "count", `${name}: ${text}`);
  const stats = calls.stats();
  const { start, success, failure, abort, decision, outcome } = totals;
  if (stats.running !== 0) say(`${stats.running} executions still run`);
  if (records.size !== 0) say(`${records.size} executions were never done with`);
  if (start !== success + failure + abort) say(`${start} starts, ${success} + ${failure} + ${abort} ends`);
  // Who is disposed of while it measures how long a cut takes has nobody left to tell.
  const untold = decision - outcome;
  if (untold !== 0 && !(measured && disposedEarly && untold > 0))
    say(`${decision} decisions, ${outcome} outcomes`);
  let finals = 0;
  for (const [arm, told] of Object.entries(stats.arms)) {
    const { deadline, aborted, lost, final, late, hanging } = arms[arm];
    finals += final;
    const ended = told.successes + told.failures + told.cuts + deadline + aborted + lost;
    if (told.attempts !== ended) say(`${arm}: ${told.attempts} attempts, ${ended} ends`);
    if (told.late !== late) say(`${arm}: ${told.late} late in stats, ${late} counted`);
    if (told.stragglers !== hanging) say(`${arm}: ${told.stragglers} stragglers, ${hanging} hang`);
  }
  if (policy !== undefined && policy.observed !== decision - finals)
    say(`the policy saw ${policy.observed} outcomes of ${decision} with ${finals} final ones`);
}
