import { parseResetting } from "@mulligan/core/distributions";
import { readTime } from "mulligan/readers";
import { useMemo } from "preact/hooks";
import { Fact } from "../design/blocks.tsx";
import { CommittedField, Field, SelectField } from "../design/field.tsx";
import { numberText, timeText } from "../design/number-text.ts";
import type { TimeSpan } from "./messages.ts";
import { meaningOf, type TimeoutCurve, type TimeoutMeaning } from "./timeout-curve.ts";

/** Of the slider. */
const STEPS = 400;

interface TimeoutQuestionProps {
  readonly curves: readonly TimeoutCurve[];
  readonly curve: TimeoutCurve;
  readonly unit: string;
  readonly resetting: string;
  readonly span: TimeSpan;
  readonly timeout: number;
  readonly onArm: (name: string) => void;
  readonly onTimeout: (timeout: number) => void;
}

/** The best timeout, or one in the middle where waiting is best. */
export function startTimeout({ bestCutoff, times }: TimeoutCurve, [from, to]: TimeSpan): number {
  const middle = times[Math.floor(times.length / 2)];
  const start = bestCutoff < Infinity && bestCutoff > 0 ? bestCutoff : middle;
  return Math.min(to, Math.max(from, start));
}

/** Says what a timeout would mean. It is chosen by a slider, by a number, or by dragging the line in the figures. */
export function TimeoutQuestion(props: TimeoutQuestionProps) {
  const { curves, curve, unit, timeout, onArm, onTimeout } = props;
  const [from, to] = props.span;
  const resetting = useMemo(() => parseResetting(props.resetting), [props.resetting]);
  const meaning = meaningOf(curve, timeout, resetting);
  const share = Math.log(timeout / from) / Math.log(to / from);
  const { bestRate, rateWithoutCutoff } = curve;
  return (
    <section class="card stack" aria-labelledby="timeout-question">
      <h2 id="timeout-question">What would a timeout mean?</h2>
      <div class="analyze-timeout">
        {curves.length > 1 && (
          <SelectField
            label="Of"
            value={curve.name}
            options={curves.map(({ name }) => name)}
            onChoose={onArm}
          />
        )}
        <CommittedField
          label={unit === "" ? "Timeout" : `Timeout, in ${unit}`}
          value={String(parseFloat(timeout.toPrecision(3)))}
          commit={(text) => onTimeout(readTimeout(text, unit))}
        />
        <Field label={`From ${lengthText(from, unit)} to ${lengthText(to, unit)}`}>
          {(attributes) => (
            <input
              {...attributes}
              type="range"
              min={0}
              max={STEPS}
              step={1}
              value={Math.round(STEPS * Math.min(1, Math.max(0, share)))}
              aria-valuetext={lengthText(timeout, unit)}
              onInput={(event) =>
                onTimeout(from * (to / from) ** (Number(event.currentTarget.value) / STEPS))
              }
            />
          )}
        </Field>
      </div>
      <p class="analyze-meaning" role="status">
        {meaningText(curve, timeout, meaning, unit)}
      </p>
      <dl class="numbers">
        <Fact name="finish in time">{percentText(meaning.finished)}</Fact>
        <Fact name={rateText(meaning.rate, unit).replace(/^\S+( · \S+)? /, "done ")}>
          {numberText(unit === "ms" ? 1_000 * meaning.rate : meaning.rate)}
        </Fact>
        <Fact name="of the best">{bestRate > 0 ? percentText(meaning.rate / bestRate) : "–"}</Fact>
        <Fact name="against waiting">
          {rateWithoutCutoff === null ? "unknown" : factorText(meaning.rate / rateWithoutCutoff)}
        </Fact>
      </dl>
      {curve.bestCutoff < Infinity && rateWithoutCutoff !== null && (
        <p class="faint small">
          The verdict promises a little less than these runs show: the best of many timeouts looks better on
          the runs that chose it than it is.
        </p>
      )}
    </section>
  );
}

const IN_MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1_000 };

/** Reads a number in the unit of the log, or a duration if that is a unit of time. */
function readTimeout(text: string, unit: string): number {
  const found = readTime(text);
  const factor = found?.unit === "ms" ? IN_MILLISECONDS[unit] : 1;
  const value = found === undefined || factor === undefined ? 0 : found.time / factor;
  if (!(value > 0)) throw new RangeError(`must be a number above 0, got "${text.slice(0, 20)}"`);
  return value;
}

/** A time in its unit; many seconds as minutes or hours. */
function lengthText(time: number, unit: string): string {
  return unit === "s" ? timeText(1_000 * time, "ms") : timeText(time, unit);
}

/** A rate, per second where the unit is milliseconds. */
function rateText(rate: number, unit: string): string {
  const per = { ms: "second", s: "second", flips: "flip", "": "unit of time" }[unit] ?? unit;
  return `${numberText(unit === "ms" ? 1_000 * rate : rate)} per ${per}`;
}

function percentText(share: number): string {
  const percent = 100 * share;
  if (percent === 0 || percent === 100) return `${percent}%`;
  if (percent > 99.9) return "more than 99.9%";
  return percent < 0.1 ? "less than 0.1%" : `${percent.toFixed(1)}%`;
}

function factorText(factor: number): string {
  return `${numberText(factor)}×`;
}

/** The meaning of a timeout in one sentence. */
export function meaningText(
  curve: TimeoutCurve,
  timeout: number,
  { finished, rate, beyond }: TimeoutMeaning,
  unit: string,
): string {
  const { bestCutoff, bestRate, rateWithoutCutoff } = curve;
  const here = `With a timeout of ${lengthText(timeout, unit)}`;
  if (beyond && rateWithoutCutoff === null) {
    return `${here} nobody knows: no run was watched for longer than ${lengthText(curve.times.at(-1) ?? 0, unit)}.`;
  }
  if (finished === 0) return `${here} no run would finish, and nothing would get done.`;
  if (finished === 1) return `${here} every run finishes in time: it is the same as waiting.`;
  const finish = `${here}, ${percentText(finished)} of the runs finish in time`;
  if (rate === 0) return `${finish}, and none of them pays.`;
  const compared = [
    ...againstBest(rate / bestRate, lengthText(bestCutoff, unit)),
    ...(rateWithoutCutoff === null ? [] : [`${factorText(rate / rateWithoutCutoff)} what waiting gets done`]),
  ];
  const done = `${finish}, and ${rateText(rate, unit)} gets done`;
  return compared.length === 0 ? `${done}.` : `${done}: ${compared.join(", and ")}.`;
}

/** From this share of the best rate on it is called the best, as it is to three digits. */
const AS_GOOD = 0.9995;

/** Nothing where waiting is best, since the sentence compares with waiting anyway. */
function againstBest(share: number, best: string): string[] {
  if (best === "∞" || !(share > 0)) return [];
  return share >= AS_GOOD
    ? ["as much as with the best timeout"]
    : [`${percentText(share)} of what the best timeout, ${best}, gets done`];
}
