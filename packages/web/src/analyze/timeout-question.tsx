import { parseResetting } from "@mulligan/core/distributions";
import {
  factor,
  readableNumber,
  roundedUp,
  type Scale,
  scaledCutoff,
  scaledRate,
  scaledTime,
} from "mulligan/figures";
import { millisecondsIn, readTime, unitOfWord } from "mulligan/readers";
import { useMemo } from "preact/hooks";
import { Fact } from "../design/blocks.tsx";
import { Field, SelectField } from "../design/field.tsx";
import type { TimeSpan } from "./messages.ts";
import { TypedField } from "./option-fields.tsx";
import { meaningOf, type TimeoutCurve, type TimeoutMeaning } from "./timeout-curve.ts";

/** Of the slider. */
const STEPS = 400;

interface TimeoutQuestionProps {
  readonly curves: readonly TimeoutCurve[];
  readonly curve: TimeoutCurve;
  /** The word for an arm: option or input. */
  readonly noun: string;
  readonly scale: Scale;
  /** The cost of a restart, as the command takes it. */
  readonly resetting: string;
  readonly span: TimeSpan;
  readonly timeout: number;
  readonly onArm: (name: string) => void;
  readonly onTimeout: (timeout: number) => void;
}

/** The best timeout as the verdict writes it, or one in the middle where waiting is best. */
export function startTimeout(
  { bestCutoff, times }: TimeoutCurve,
  [from, to]: TimeSpan,
  { timeFactor }: Scale,
): number {
  const middle = times[Math.floor(times.length / 2)];
  const best = roundedUp(bestCutoff * timeFactor) / timeFactor;
  return Math.min(to, Math.max(from, best < Infinity && best > 0 ? best : middle));
}

/** Says what a timeout would mean. It is chosen by a slider, by a number, or by dragging the line in the figures. */
export function TimeoutQuestion(props: TimeoutQuestionProps) {
  const { curves, curve, noun, scale, timeout, onArm, onTimeout } = props;
  const [from, to] = props.span;
  const resetting = useMemo(() => parseResetting(props.resetting), [props.resetting]);
  const meaning = meaningOf(curve, timeout, resetting);
  const share = Math.log(timeout / from) / Math.log(to / from);
  const { bestRate, rateWithoutCutoff } = curve;
  return (
    <section class="card stack" aria-labelledby="timeout-question">
      <h2 id="timeout-question">What would another timeout do?</h2>
      <div class="analyze-timeout">
        {curves.length > 1 && (
          <SelectField
            label={noun === "input" ? "Input" : "Option"}
            value={curve.name}
            options={curves.map(({ name }) => name)}
            onChoose={onArm}
          />
        )}
        <TypedField
          label={scale.unit === "" ? "Timeout" : `Timeout, in ${scale.unit}`}
          value={String(Number((timeout * scale.timeFactor).toPrecision(3)))}
          read={(text) => onTimeout(readTimeout(text, scale))}
        />
        <Field label={`From ${scaledTime(scale, from)} to ${scaledTime(scale, to)}`}>
          {(attributes) => (
            <input
              {...attributes}
              type="range"
              min={0}
              max={STEPS}
              step={1}
              value={Math.round(STEPS * Math.min(1, Math.max(0, share)))}
              aria-valuetext={scaledTime(scale, timeout)}
              onInput={(event) =>
                onTimeout(from * (to / from) ** (Number(event.currentTarget.value) / STEPS))
              }
            />
          )}
        </Field>
      </div>
      <p class="analyze-meaning" role="status">
        {meaningText(curve, timeout, meaning, scale)}
      </p>
      <dl class="numbers">
        <Fact name="finish in time">{percentText(meaning.finished)}</Fact>
        <Fact name={`done per ${scale.per}`}>{scaledRate(scale, meaning.rate)}</Fact>
        <Fact name="of the best">{bestRate > 0 ? percentText(meaning.rate / bestRate) : "–"}</Fact>
        <Fact name="compared with waiting">
          {rateWithoutCutoff === null ? "unknown" : `${factor(meaning.rate / rateWithoutCutoff)}×`}
        </Fact>
      </dl>
      {curve.bestCutoff < Infinity && rateWithoutCutoff !== null && (
        <p class="faint small">
          The verdict is a little more careful than these numbers: the best of many timeouts looks better on
          the runs that were used to choose it than on new ones.
        </p>
      )}
    </section>
  );
}

/** Reads a number in the unit of the page, or a duration if that is a unit of time; the result is in the unit of the log. */
function readTimeout(text: string, { unit, timeFactor }: Scale): number {
  const found = readTime(text);
  const shown = unitOfWord(unit);
  // A duration such as 3s, where the times of the page have no unit of time, is refused.
  const ofDuration = shown === undefined ? 0 : 1 / millisecondsIn(shown);
  const value = ((found?.time ?? 0) * (found?.unit === "ms" ? ofDuration : 1)) / timeFactor;
  if (!(value > 0)) throw new RangeError(`must be a number above 0, got “${text.slice(0, 20)}”`);
  return value;
}

function percentText(share: number): string {
  const percent = 100 * share;
  if (percent === 0 || percent === 100) return `${percent}%`;
  if (percent > 99.9 && percent < 100) return "more than 99.9%";
  return percent < 0.1 ? "less than 0.1%" : `${readableNumber(percent)}%`;
}

/** The meaning of a timeout in one sentence. */
export function meaningText(
  curve: TimeoutCurve,
  timeout: number,
  { finished, rate, beyond }: TimeoutMeaning,
  scale: Scale,
): string {
  const { bestCutoff, bestRate, rateWithoutCutoff } = curve;
  const here = `With a timeout of ${scaledTime(scale, timeout)}`;
  if (beyond && rateWithoutCutoff === null) {
    return `It is unknown what a timeout of ${scaledTime(scale, timeout)} would do: no run was watched for longer than ${scaledTime(scale, curve.times.at(-1) ?? 0)}.`;
  }
  if (finished === 0) return `${here} no run would finish.`;
  if (finished === 1) return `${here} every run finishes in time, as if you waited for every run.`;
  const finish = `${here}, ${percentText(finished)} of the runs finish in time`;
  if (rate === 0) return `${finish}, and none of them succeeds.`;
  const compared = [
    ...againstBest(rate / bestRate, scaledCutoff(scale, bestCutoff), scaledTime(scale, timeout)),
    ...(rateWithoutCutoff === null
      ? []
      : [`${factor(rate / rateWithoutCutoff)} times as much as if you waited for every run`]),
  ];
  const done = `${finish}. That gets ${scaledRate(scale, rate)} done per ${scale.per}`;
  return compared.length === 0 ? `${done}.` : `${done}: ${compared.join(", and ")}.`;
}

/** From this share of the best rate on it is called the best, as it is to three digits. */
const AS_GOOD = 0.9995;

/** Nothing where waiting is best, since the sentence compares with waiting anyway. */
function againstBest(share: number, best: string, here: string): string[] {
  if (best === "∞" || !(share > 0)) return [];
  return share >= AS_GOOD || here === best
    ? ["as much as with the best timeout"]
    : [`${percentText(share)} of what the best timeout, ${best}, gets done`];
}
