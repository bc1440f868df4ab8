import type { Client, State, Summary } from "mulligan/client";
import type { ComponentChildren } from "preact";
import { Notice } from "../design/notice.tsx";
import { countText, timeText } from "../design/number-text.ts";
import { ArmsTable } from "./arms-table.tsx";
import { agoText, standingText } from "./in-order.ts";
import { LearnedCurve } from "./learned-curve.tsx";
import { Standing } from "./run-list.tsx";
import { SavedTime } from "./saved-time.tsx";
import { TriesPicture } from "./tries-picture.tsx";
import { type Chosen, useChosen } from "./use-chosen.ts";

interface ChosenRunProps {
  readonly name: string;
  readonly now: number;
  /** Undefined while it is not to be reached. */
  readonly service: Client | undefined;
  /** As the list has it, which is there sooner. */
  readonly summary: Summary | undefined;
  /** Whether there is a problem of this name, as far as is known. */
  readonly isThere: boolean;
}

/** One problem or run: how far it is, its arms, its tries, and what it learned. */
export function ChosenRun({ name, now, service, summary, isThere }: ChosenRunProps) {
  const { standing, chosen } = useChosen(isThere ? service : undefined, name);
  if (!isThere || standing.kind === "gone") {
    return (
      <Notice kind="hint">
        There is no problem or run called <bdi>{name}</bdi> (any more). Another can be chosen from the list.
      </Notice>
    );
  }
  const known = chosen?.state ?? summary;
  if (known === undefined) return <Notice kind="loading">Asking for {name} …</Notice>;
  const unit = known.unit ?? "";
  return (
    <section class="stack chosen-run" aria-label={name}>
      {/* Said when it changes only; the numbers change every second. */}
      <p class="unseen" role="status">
        {name}: {standingText(known)}
      </p>
      <Head summary={known} now={now} />
      <Progress summary={known} best={chosen?.state.best ?? null} unit={unit} />
      {chosen === undefined ? (
        <Notice kind="loading">Asking what it learned …</Notice>
      ) : (
        <Learning chosen={chosen} unit={unit} />
      )}
    </section>
  );
}

function Learning({ chosen: { state, tries }, unit }: { readonly chosen: Chosen; readonly unit: string }) {
  return (
    <>
      <SavedTime arms={state.arms} unit={unit} />
      <TriesPicture state={state} tries={tries} unit={unit} />
      <LearnedCurve state={state} unit={unit} />
      <ArmsTable arms={state.arms} unit={unit} />
    </>
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
        <Standing problem={summary} now={now} />
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

interface ProgressProps {
  readonly summary: Summary;
  readonly best: State["best"];
  readonly unit: string;
}

function Progress({ summary, best, unit }: ProgressProps) {
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
          <span class="small faint best-arm">
            of <bdi>{best.arm}</bdi>
          </span>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
