import type { Client, State, Summary } from "mulligan/client";
import { Fact, Notice, ScrollTable, TableHead } from "../design/blocks.tsx";
import { countText, timeText } from "../design/number-text.ts";
import { policyWords } from "../design/policy-names.ts";
import { ShellLine } from "../design/shell-line.tsx";
import { Term } from "../design/term.tsx";
import { bestCutoffText, RateCurveFigure } from "./rate-curve.tsx";
import { StatusMark } from "./run-list.tsx";
import { runStatus } from "./run-order.ts";
import { agoText, durationText, runDuration, runTimeLeft, startText } from "./run-times.ts";
import { SavedTime } from "./saved-time.tsx";
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

/** One problem or run: its counts, its tries, what it learned, and its options. */
export function ChosenRun({ name, now, service, summary, isThere }: ChosenRunProps) {
  const { stream, detail } = useProblem(isThere ? service : undefined, name);
  if (!isThere || stream.kind === "gone") {
    return (
      <Notice kind="hint">
        There is no problem or run called <bdi>{name}</bdi>. It may have been deleted. Choose another from the
        list.
      </Notice>
    );
  }
  const known = detail?.state ?? summary;
  if (known === undefined) return <Notice kind="loading">Loading {name} …</Notice>;
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
        <Notice kind="loading">Loading what it learned …</Notice>
      ) : (
        <>
          <SavedTime state={detail.state} unit={unit} />
          <TriesPicture state={detail.state} tries={detail.tries} unit={unit} />
          <RateCurveFigure state={detail.state} unit={unit} />
          <OptionsTable arms={detail.state.arms} unit={unit} />
        </>
      )}
    </section>
  );
}

function Head({ summary, now }: { readonly summary: Summary; readonly now: number }) {
  const { name, readOnly, policy, lastActive, readShare, run } = summary;
  const words = policyWords(policy ?? "");
  return (
    <header class="chosen-head">
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p class="row small faint">
        <StatusMark problem={summary} now={now} />
        {!readOnly && <span>programs ask it over HTTP</span>}
        {policy !== undefined && <span title={words.about}>{words.name}</span>}
        <span>last result {agoText(lastActive, now)}</span>
      </p>
      {run !== undefined && <Session summary={summary} now={now} />}
      {readShare !== undefined && (
        <p class="small">
          Its <Term name="journal" /> is long: {Math.floor(readShare * 100)}% was read so far.{" "}
          <progress value={readShare} aria-label="Read so far" />
        </p>
      )}
    </header>
  );
}

/** When the command began, how long it runs and still will, and its command line. */
function Session({ summary, now }: { readonly summary: Summary; readonly now: number }) {
  const { began, command, tasks, done, doneBefore, state } = summary.run!;
  const duration = runDuration(summary, now);
  const left = runTimeLeft(summary, now);
  if (began === undefined || duration === undefined) return null;
  return (
    <>
      <dl class="numbers run-session">
        <Fact name="started">{startText(began)}</Fact>
        <Fact name={state === "running" ? "runs for" : "ran for"}>{durationText(duration)}</Fact>
        <Fact name="tasks done">
          {countText(done)}
          {tasks !== undefined && ` of ${countText(tasks)}`}
        </Fact>
        {state === "running" && tasks !== undefined && (
          <Fact name={<Term name="time left" />}>
            {left === undefined ? "–" : `about ${durationText(left)}`}
          </Fact>
        )}
      </dl>
      {tasks !== undefined && (
        <progress class="run-progress" value={Math.min(done, tasks)} max={tasks} aria-label="Tasks done" />
      )}
      {doneBefore > 0 && (
        <p class="small faint">{countText(doneBefore)} of these tasks were done by earlier runs.</p>
      )}
      {command !== undefined && <ShellLine line={command} />}
    </>
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
        <Fact name={<Term name="try">tries</Term>}>{countText(observations)}</Fact>
      ) : (
        <>
          <Fact name={<Term name="decisions" />}>{countText(decisions)}</Fact>
          <Fact name="reported">{countText(observations)}</Fact>
          <Fact name={<Term name="outstanding" />}>{countText(outstanding)}</Fact>
        </>
      )}
      <Fact name={<Term name="solved" />}>{countText(sum("completed") - sum("failed"))}</Fact>
      <Fact name={<Term name="cut" />}>{countText(sum("censored"))}</Fact>
      <Fact name={<Term name="failed" />}>{countText(sum("failed"))}</Fact>
      <Fact name={<Term name="time of all tries" />}>{timeText(sum("time"), unit)}</Fact>
      <Fact name={<Term name="best cutoff" />}>
        {bestCutoffText(best, unit)}
        {best !== null && arms.length > 1 && (
          <span class="small faint best-arm one-line">
            <bdi>{best.arm}</bdi>
          </span>
        )}
      </Fact>
    </dl>
  );
}

interface OptionsTableProps {
  readonly arms: State["arms"];
  readonly unit: string;
}

/** The verdict of the analysis on restarting, in a word. */
const RESTART = { yes: "pays", no: "does not pay", unclear: "not clear yet" } as const;

function OptionsTable({ arms, unit }: OptionsTableProps) {
  return (
    <section class="card stack">
      <h3>Options</h3>
      <ScrollTable label="Options">
        <TableHead
          columns={["option", "tries", "solved", "cut", "failed", "time", "best cutoff", "cutting"]}
        />
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
              <td>
                {bestCutoff === null || !bestRate
                  ? "–"
                  : bestCutoffText({ arm: name, cutoff: bestCutoff, rate: bestRate }, unit)}
              </td>
              <td>{RESTART[restart]}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </section>
  );
}
