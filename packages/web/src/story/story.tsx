import { rewardRate } from "@mulligan/core/theory";
import { useMemo, useState } from "preact/hooks";
import { ShellLine } from "../design/shell-line.tsx";
import { Term } from "../design/term.tsx";
import { GiveUpFigure } from "./give-up-figure.tsx";
import { LearningStep } from "./learning.tsx";
import { OptionsStep } from "./options.tsx";
import {
  bestAmong,
  DRAWN_CUTOFFS,
  drawSample,
  gainText,
  type ProgramSample,
  perHourText,
  program,
  SAMPLE_SEED,
  SHAPE,
  SHORTEST_RUN,
  sampleGain,
  secondsText,
} from "./program.ts";
import "./story.css";
import { WaitingStep } from "./waiting.tsx";

const SOURCES = "https://github.com/mulligan-restarts/mulligan";
const PAPER = "https://arxiv.org/abs/2007.00081";

/** The start of the page: when to give up, in one figure and three steps. */
export function StoryView() {
  const sample = useMemo(drawSample, []);
  const [cutoff, setCutoff] = useState(() => Math.round(sample.best.cutoff * 10) / 10);
  // Drawn once: a drag changes many times a second what is above.
  const rest = useMemo(
    () => (
      <>
        <LearningStep />
        <OptionsStep />
        <Ending />
      </>
    ),
    [],
  );
  return (
    <div class="story">
      <header class="hero">
        <h1>When should you give up?</h1>
        <p class="hero-lead">
          Mulligan learns after how long to stop a slow run and start a new one, so that more gets done in the
          same time.
        </p>
      </header>
      <figure class="hero-figure">
        <Readout sample={sample} cutoff={cutoff} />
        <GiveUpFigure sample={sample} cutoff={cutoff} onCutoff={setCutoff} />
        <SampleCaption sample={sample} />
      </figure>
      <WaitingStep cutoff={cutoff} />
      {rest}
    </div>
  );
}

interface ReadoutProps {
  readonly sample: ProgramSample;
  readonly cutoff: number;
}

/** What the chosen cutoff gains. */
function Readout({ sample: { arm, times }, cutoff }: ReadoutProps) {
  const ended = times.filter((seconds) => seconds <= cutoff).length;
  const rate = rewardRate(arm, cutoff);
  return (
    <>
      <div class="readout">
        <p>
          Each bar is one <Term name="run" /> of a program. Most are short, a few are very long. Drag the{" "}
          <Term name="cutoff" />.
        </p>
        <p class="readout-gain">
          <span>{cutoff === Infinity ? "No cutoff:" : `Cut at ${secondsText(cutoff)}:`}</span>
          <strong>{gainText(sampleGain(arm, cutoff))}</strong>
          <span>as much done as waiting</span>
        </p>
      </div>
      <p class="readout-counts">
        {cutoff === Infinity
          ? `All ${times.length} runs end, the slow ones late.`
          : `${ended} of ${times.length} runs end in time, ${times.length - ended} are stopped.`}{" "}
        In an hour: <strong>{perHourText(rate)}</strong> runs done
        {cutoff === Infinity ? "" : `, not ${perHourText(rewardRate(arm, Infinity))}`}.
      </p>
      <p class="readout-try">
        Have run times? <a href="#analyze">Try it on your log</a>.
      </p>
    </>
  );
}

function SampleCaption({ sample }: { readonly sample: ProgramSample }) {
  const all = useMemo(() => bestAmong(program, DRAWN_CUTOFFS), []);
  return (
    <figcaption>
      {sample.times.length} run times, drawn at random from a Pareto distribution (shortest {SHORTEST_RUN} s,
      shape {SHAPE}, random seed {SAMPLE_SEED}). Over very many such runs, the best <Term name="gain" /> is{" "}
      {gainText(sampleGain(program, all.cutoff))}.
    </figcaption>
  );
}

function Ending() {
  return (
    <section class="ending" aria-labelledby="ending-title">
      <h2 id="ending-title">Now with your own runs</h2>
      <p>
        Give the page a log of run times, and it says whether stopping pays, and after how long. Nothing
        leaves your machine. Or let several <Term name="policy">policies</Term> race: Mulligan, the usual
        timeouts, and the methods of the paper.
      </p>
      <p class="row ending-buttons">
        <a class="button main" href="#analyze">
          Try it on your log
        </a>
        <a class="button" href="#race">
          Let policies race
        </a>
      </p>
      <p>
        In a shell, Mulligan learns the cutoff while your program runs. Each run gets its own number in place
        of <code>{"{seed}"}</code>:
      </p>
      <ShellLine line="mulligan run --until 20 -- ./your-program {seed}" />
      <ul class="ending-links">
        <li>
          <a href={PAPER}>The paper</a> (Cayci, Eryilmaz and Srikant, 2020)
        </li>
        <li>
          <a href={`${SOURCES}/tree/main/docs`}>Documentation</a>
        </li>
        <li>
          <a href={SOURCES}>Source code</a>
        </li>
      </ul>
    </section>
  );
}
