import type { Client, State, Summary } from "mulligan/client";
import { Fact, Notice, ScrollTable, TableHead } from "../design/blocks.tsx";
import { countText, timeText } from "../design/number-text.ts";
import { RateCurveFigure } from "./rate-curve.tsx";
import { agoText, runStatus, StatusMark } from "./run-list.tsx";
import { type ArmsProps, SavedTime } from "./saved-time.tsx";
import { TriesPicture } from "./tries-picture.tsx";
import { useProblem } from "./use-service.ts";

interface ChosenRunProps {
  readonly name: string;
  readonly now: number;
  /** Undefined while the service cannot be reached. */
  readonly service: Client | undefined;
  /** The summary of the list, which is there sooner. */
  readonly summary: Summary | undefined;
  /** Whether there may be a problem of this name. */
  readonly isThere: boolean;
}

/** One problem or run: its counts, its tries, what it learned, and its arms. */
export function ChosenRun({ name, now, service, summary, isThere }: ChosenRunProps) {
  const { stream, detail } = useProblem(isThere ? service : undefined, name);
  if (!isThere || stream.kind === "gone") {
    return (
      <Notice kind="hint">
        There is no problem or run called <bdi>{name}</bdi> (any more). Another can be chosen from the list.
      </Notice>
    );
  }
  const known = detail?.state ?? summary;
  if (known === undefined) return <Notice kind="loading">Asking for {name} …</Notice>;
  const unit = known.unit ?? "";
  return (
    <section class="stack chosen-run" aria-label={name}>
      {/* Screen readers say this when it changes; the numbers change every second. */}
      <p class="unseen" role="status">
        {name}: {runStatus(known)}
      </p>
      <Head summary={known} now={now} />
      <Counts summary={known} best={detail?.state.best ?? null} unit={unit} />
      {detail === undefined ? (
        <Notice kind="loading">Asking what it learned …</Notice>
      ) : (
        <>
          <SavedTime arms={detail.state.arms} unit={unit} />
          <TriesPicture state={detail.state} tries={detail.tries} unit={unit} />
          <RateCurveFigure state={detail.state} unit={unit} />
          <ArmsTable arms={detail.state.arms} unit={unit} />
        </>
      )}
    </section>
  );
}

function Head({ summary, now }: { readonly summary: Summary; readonly now: number }) {
  const { name, readOnly, policy, lastActive, readShare } = summary;
  return (
    <header class="chosen-head">
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p class="row small faint">
        <StatusMark problem={summary} now={now} />
        <span>{readOnly ? "a run of the command" : "asked by programs over HTTP"}</span>
        {policy !== undefined && <span>policy {policy}</span>}
        <span>active {agoText(lastActive, now)}</span>
      </p>
      {readShare !== undefined && (
        <p class="small">
          Its journal is long: {Math.floor(readShare * 100)}% was read so far.{" "}
          <progress value={readShare} aria-label="Read so far" />
        </p>
      )}
    </header>
  );
}

interface CountsProps {
  readonly summary: Summary;
  readonly best: State["best"];
  readonly unit: string;
}

function Counts({ summary, best, unit }: CountsProps) {
  const { arms, readOnly, decisions, observations, outstanding } = summary;
  const sum = (field: "completed" | "failed" | "censored" | "time") =>
    arms.reduce((total, arm) => total + arm[field], 0);
  return (
    <dl class="numbers card">
      {readOnly ? (
        <Fact name="tries">{countText(observations)}</Fact>
      ) : (
        <>
          <Fact name="decisions">{countText(decisions)}</Fact>
          <Fact name="observed">{countText(observations)}</Fact>
          <Fact name="outstanding">{countText(outstanding)}</Fact>
        </>
      )}
      <Fact name="solved">{countText(sum("completed") - sum("failed"))}</Fact>
      <Fact name="cut">{countText(sum("censored"))}</Fact>
      <Fact name="failed">{countText(sum("failed"))}</Fact>
      <Fact name="time of all tries">{timeText(sum("time"), unit)}</Fact>
      <Fact name="best cutoff">
        {best === null ? "–" : timeText(best.cutoff, unit)}
        {best !== null && arms.length > 1 && (
          <span class="small faint best-arm one-line">
            of <bdi>{best.arm}</bdi>
          </span>
        )}
      </Fact>
    </dl>
  );
}

function ArmsTable({ arms, unit }: ArmsProps) {
  return (
    <section class="card stack">
      <h3>Arms</h3>
      <ScrollTable label="Arms">
        <TableHead columns={["arm", "tries", "solved", "cut", "failed", "time", "best cutoff", "restart"]} />
        <tbody>
          {arms.map(({ name, completed, failed, censored, time, bestCutoff, bestRate, restart }, place) => (
            <tr key={place}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{countText(completed + censored)}</td>
              <td>{countText(completed - failed)}</td>
              <td>{countText(censored)}</td>
              <td>{countText(failed)}</td>
              <td>{timeText(time, unit)}</td>
              <td>{bestCutoff === null || !bestRate ? "–" : timeText(bestCutoff, unit)}</td>
              <td>{restart}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </section>
  );
}
