import { useState } from "preact/hooks";
import { Figure } from "../design/figure.tsx";
import { Notice } from "../design/notice.tsx";
import { BySwitch } from "./by-switch.tsx";
import { commandLine } from "./command-line.ts";
import { CommandLine } from "./command-line-box.tsx";
import { MarkedFigure } from "./marked-figure.tsx";
import type { Answer, Log, Wishes } from "./messages.ts";
import { startTimeout, TimeoutQuestion } from "./timeout-question.tsx";
import { Verdicts } from "./verdicts.tsx";
import { WordsTable } from "./words-table.tsx";

interface ResultsProps {
  readonly log: Log;
  readonly answer: Answer;
  readonly wishes: Wishes;
  readonly onWish: (changed: Partial<Wishes>) => void;
}

/** The verdict first, then what it rests on. */
export function Results({ log, answer, wishes, onWish }: ResultsProps) {
  const { words, by, figures, spans, notices, curves, unit } = answer;
  const [wanted, setWanted] = useState<{ readonly arm: string; readonly timeout: number | undefined }>({
    arm: curves[0].name,
    timeout: undefined,
  });
  const curve = curves.find(({ name }) => name === wanted.arm) ?? curves[0];
  const timeout = wanted.timeout ?? startTimeout(curve, spans.rate);
  const drawable = spans.rate[1] > spans.rate[0];
  return (
    <>
      <section class="card stack" aria-label="Verdict">
        {answer.hasInstances && <BySwitch by={wishes.by} onChoose={(next) => onWish({ by: next })} />}
        <Verdicts sentences={words.sentences} />
        {[...notices, ...words.notes].map((note) => (
          <p key={note} class="faint small analyze-note">
            {note}
          </p>
        ))}
      </section>
      {drawable ? (
        <>
          <div class="figures">
            <Figure title="Reward rate against cutoff" says={rateSays(answer)}>
              <MarkedFigure
                figure={figures.rate}
                says={rateSays(answer)}
                span={spans.rate}
                at={timeout}
                onPoint={(at) => setWanted({ ...wanted, timeout: at })}
              />
            </Figure>
            <Figure title="Share of runs still under way" says={SURVIVAL_SAYS}>
              <MarkedFigure
                figure={figures.survival}
                says={SURVIVAL_SAYS}
                span={spans.survival}
                at={timeout}
                onPoint={(at) => setWanted({ ...wanted, timeout: at })}
              />
            </Figure>
          </div>
          <TimeoutQuestion
            curves={curves}
            curve={curve}
            unit={unit}
            resetting={wishes.resetting}
            span={spans.rate}
            timeout={timeout}
            onArm={(arm) => setWanted({ ...wanted, arm })}
            onTimeout={(next) => setWanted({ ...wanted, timeout: next })}
          />
        </>
      ) : (
        <Notice kind="empty">No two runs ended at different times, so there is no curve to draw.</Notice>
      )}
      <WordsTable by={by} rows={words.table} />
      <CommandLine line={commandLine(log, wishes)} log={log} />
    </>
  );
}

const SURVIVAL_SAYS =
  "How many of the runs take longer than a time: a cutoff there would cut just these. The line is the timeout asked about below.";

function rateSays({ unit, drawn, banded, groups, by }: Answer): string {
  const per = unit === "" ? "unit of time" : unit;
  const marks = banded
    ? "the band holds 95%, a dot is the best cutoff, dashes are waiting"
    : "a dot is the best cutoff";
  const which =
    drawn < groups
      ? ` Drawn are the ${drawn} ${by}s with the most runs, of ${groups.toLocaleString("en")}.`
      : "";
  return `What is earned per ${per} if every run is cut there and begun anew; ${marks}.${which}`;
}
