import { parseResetting } from "@mulligan/core/distributions";
import { readTime } from "mulligan/readers";
import { useMemo } from "preact/hooks";
import { Field } from "../design/field.tsx";
import { numberText } from "../design/number-text.ts";
import { meaningOf, type TimeoutCurve } from "./timeout-curve.ts";
import { lengthText, meaningText, percentText, rateText, timesText } from "./timeout-text.ts";
import { Words } from "./words.tsx";

const STEPS = 400;

interface TimeoutQuestionProps {
  readonly curves: readonly TimeoutCurve[];
  readonly curve: TimeoutCurve;
  readonly unit: string;
  readonly resetting: string;
  readonly span: readonly [number, number];
  readonly timeout: number;
  readonly onArm: (name: string) => void;
  readonly onTimeout: (timeout: number) => void;
}

/** The best one, or, where waiting is best, one in the middle. */
export function startTimeout(
  { bestCutoff, times }: TimeoutCurve,
  [from, to]: readonly [number, number],
): number {
  const middle = times[Math.floor(times.length / 2)];
  const start = bestCutoff < Infinity && bestCutoff > 0 ? bestCutoff : middle;
  return Math.min(to, Math.max(from, start));
}

/** What a given timeout would mean: by a slider, by a number, or by dragging the line in the figures. */
export function TimeoutQuestion(props: TimeoutQuestionProps) {
  const {
    curves,
    curve,
    unit,
    span: [from, to],
    timeout,
    onArm,
    onTimeout,
  } = props;
  const resetting = useMemo(() => parseResetting(props.resetting), [props.resetting]);
  const meaning = meaningOf(curve, timeout, resetting);
  const share = Math.log(timeout / from) / Math.log(to / from);
  const says = meaningText(curve, timeout, meaning, unit);
  return (
    <section class="card stack" aria-labelledby="timeout-question">
      <h2 id="timeout-question">What would a timeout mean?</h2>
      <div class="analyze-timeout">
        {curves.length > 1 && (
          <Field label="Of">
            {({ id }) => (
              <select id={id} value={curve.name} onChange={(event) => onArm(event.currentTarget.value)}>
                {curves.map(({ name }) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Words
          label={unit === "" ? "Timeout" : `Timeout, in ${unit}`}
          value={plainNumber(timeout)}
          read={(text) => onTimeout(readTimeout(text, unit))}
        />
        <Field label={`From ${lengthText(from, unit)} to ${lengthText(to, unit)}`}>
          {({ id }) => (
            <input
              id={id}
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
        {says}
      </p>
      <dl class="numbers">
        <Fact name="finish in time" value={percentText(meaning.finished)} />
        <Fact
          name={rateText(meaning.rate, unit).replace(/^\S+( · \S+)? /, "done ")}
          value={numberText(unit === "ms" ? 1_000 * meaning.rate : meaning.rate)}
        />
        <Fact
          name="of the best"
          value={curve.bestRate > 0 ? percentText(meaning.rate / curve.bestRate) : "–"}
        />
        <Fact
          name="against waiting"
          value={
            curve.rateWithoutCutoff === null ? "unknown" : timesText(meaning.rate / curve.rateWithoutCutoff)
          }
        />
      </dl>
      {curve.bestCutoff < Infinity && curve.rateWithoutCutoff !== null && (
        <p class="faint small">
          The verdict promises a little less than these runs show: the best of many timeouts looks better on
          the runs that chose it than it is.
        </p>
      )}
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const IN_MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1_000 };

/** A number in the unit of the log, or a duration where that is one of time. */
function readTimeout(text: string, unit: string): number {
  const found = readTime(text);
  const factor = found?.unit === "ms" ? IN_MILLISECONDS[unit] : 1;
  const value = found === undefined || factor === undefined ? 0 : found.time / factor;
  if (!(value > 0)) throw new RangeError(`must be a number above 0, got "${text.slice(0, 20)}"`);
  return value;
}

/** As it can be typed. */
function plainNumber(value: number): string {
  return String(parseFloat(value.toPrecision(3)));
}
