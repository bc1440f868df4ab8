import { useEffect, useState } from "preact/hooks";
import { keepInAddress } from "../address/address.ts";
import type { ViewProps } from "../address/view.ts";
import { Notice } from "../design/notice.tsx";
import "./analyze.css";
import { BySwitch } from "./by-switch.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { Formats } from "./formats.tsx";
import type { Log, Wishes } from "./messages.ts";
import { Options } from "./options.tsx";
import { ProgressLine } from "./progress-line.tsx";
import { Results } from "./results.tsx";
import { Source } from "./source.tsx";
import { type Analysis, useAnalysis } from "./use-analysis.ts";
import { readWishes, wishesText } from "./wishes.ts";

/** Who looks at another view and comes back finds what was here. */
let kept: Log | undefined;

/** A log, and whether restarting would pay. */
export function Analyze({ settings }: ViewProps) {
  const [wishes, setWishes] = useState(() => readWishes(settings));
  const [log, setLog] = useState(kept);
  const analysis = useAnalysis(log, wishes);
  const wish = (changed: Partial<Wishes>) => setWishes((before) => ({ ...before, ...changed }));
  const take = (next: Log | undefined) => {
    // What was chosen for one log fits no other; but a link may name it before the first.
    if (log !== undefined) wish({ columns: {}, by: "arm" });
    kept = next;
    setLog(next);
  };
  useEffect(() => keepInAddress({ view: "analyze", settings: wishesText(wishes) }), [wishes]);
  const isTable = analysis?.preview !== undefined && analysis.preview.columns.length > 1;
  return (
    <>
      <div class="head">
        <h1>Should I restart, and after how long?</h1>
        <p class="lead">
          Give a log of runs, and read whether it pays to cut long runs off and try again. It is read by your
          browser: nothing leaves this machine.
        </p>
      </div>
      <p class="unseen" role="status">
        {analysis?.answer?.words.sentences
          .slice(0, 3)
          .map(({ text }) => text)
          .join(" ")}
      </p>
      <div class="beside">
        <div class="stack">
          <Source analysis={analysis} onTake={take} />
          {analysis?.preview !== undefined && isTable && (
            <ColumnChoice
              preview={analysis.preview}
              chosen={wishes.columns}
              asked={analysis.problem !== undefined}
              onChoose={(columns) => wish({ columns })}
            />
          )}
          <Options wishes={wishes} answer={analysis?.answer} onWish={wish} />
        </div>
        <div class="stack analyze-results" aria-busy={analysis?.progress !== undefined}>
          <Outcome analysis={analysis} wishes={wishes} onWish={wish} onCancel={() => take(undefined)} />
        </div>
      </div>
    </>
  );
}

interface OutcomeProps {
  readonly analysis: Analysis | undefined;
  readonly wishes: Wishes;
  readonly onWish: (changed: Partial<Wishes>) => void;
  readonly onCancel: () => void;
}

/** What there is to be seen: how logs look, how far it is, what is wrong, or the verdict. */
function Outcome({ analysis, wishes, onWish, onCancel }: OutcomeProps) {
  if (analysis === undefined) return <Formats />;
  const { log, answer, progress, problem, preview } = analysis;
  const isTable = preview !== undefined && preview.columns.length > 1;
  return (
    <>
      {progress !== undefined && (
        <ProgressLine progress={progress} over={answer !== undefined} onCancel={onCancel} />
      )}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {problem !== undefined && isTable && preview.found === undefined && (
        <Notice kind="hint">
          Which column has the times? Choose it under “Columns”, beside the first rows of the table.
        </Notice>
      )}
      {problem !== undefined && wishes.by === "instance" && (
        <BySwitch by={wishes.by} onChoose={(by) => onWish({ by })} />
      )}
      {answer !== undefined && <Results log={log} answer={answer} wishes={wishes} onWish={onWish} />}
    </>
  );
}
