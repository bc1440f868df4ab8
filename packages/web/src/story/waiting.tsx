import { useId, useMemo, useRef, useState } from "preact/hooks";
import { useWidth } from "../browser/hooks.ts";
import { runTimes, secondsText } from "./program.ts";
import { barClass } from "./time-scale.tsx";

/** The time that the lanes show, in seconds. */
const LONGEST = 120;
const HEIGHT = 44;

/** A run in a lane: from when to when it took the machine. */
interface Turn {
  readonly from: number;
  readonly to: number;
  readonly stopped: boolean;
}

/** The runs one after the other, each stopped at the cutoff, until the time is over. */
function turnsOf(times: readonly number[], cutoff: number): Turn[] {
  const turns: Turn[] = [];
  let from = 0;
  for (const seconds of times) {
    if (from >= LONGEST) break;
    const to = from + Math.min(seconds, cutoff);
    turns.push({ from, to, stopped: seconds > cutoff });
    from = to;
  }
  return turns;
}

/** How many runs were done at a time. */
function doneBy(turns: readonly Turn[], time: number): number {
  return turns.filter(({ to, stopped }) => !stopped && to <= time).length;
}

/** The same runs twice: each as long as it takes, and stopped at the cutoff. */
export function WaitingStep({ cutoff }: { readonly cutoff: number }) {
  const id = useId();
  const [time, setTime] = useState(LONGEST);
  const times = useMemo(() => runTimes(LONGEST * 5), []);
  const waiting = useMemo(() => turnsOf(times, Infinity), []);
  const cut = useMemo(() => turnsOf(times, cutoff), [cutoff]);
  return (
    <section class="step" aria-labelledby={`${id}-title`}>
      <div class="step-text">
        <h2 id={`${id}-title`}>Waiting is not free</h2>
        <p>
          Here the program runs again and again on one machine. While it waits for one slow run, many quick
          ones could have been done.
        </p>
        <p>
          Stopping is not free either: the time of a stopped run (grey) is lost. A good cutoff loses little
          and never gets stuck.
        </p>
        <label class="step-control">
          <span>After</span>
          <input
            type="range"
            min="5"
            max={LONGEST}
            value={time}
            aria-valuetext={`${time} seconds`}
            onInput={(event) => setTime(event.currentTarget.valueAsNumber)}
          />
          <output>{time} s</output>
        </label>
      </div>
      <figure class="step-figure">
        <Lane title="Wait for every run" turns={waiting} time={time} />
        <Lane
          title={cutoff === Infinity ? "No cutoff" : `Stop each run after ${secondsText(cutoff)}`}
          turns={cut}
          time={time}
        />
        <figcaption>
          The cutoff is the one that you chose above. Both lanes have the same runs, in the same order.
        </figcaption>
      </figure>
    </section>
  );
}

interface LaneProps {
  readonly title: string;
  readonly turns: readonly Turn[];
  readonly time: number;
}

function Lane({ title, turns, time }: LaneProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const x = (seconds: number) => (seconds / LONGEST) * width;
  const done = doneBy(turns, time);
  return (
    <div class="lane" ref={place}>
      <p class="lane-title">
        <span>{title}</span>
        <span>
          <strong>{done}</strong> done
        </span>
      </p>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${title}: ${done} runs done after ${time} seconds`}
      >
        <rect class="lane-ground" width={width} height={HEIGHT} rx={4} />
        {turns
          .filter(({ from }) => from < time)
          .map(({ from, to, stopped }) => (
            <rect
              key={from}
              class={to > time ? "bar-open" : barClass(stopped)}
              x={x(from)}
              y={6}
              width={Math.max(0.5, x(Math.min(to, time)) - x(from) - 1)}
              height={HEIGHT - 12}
              rx={2}
            />
          ))}
        <path class="cutoff-line" d={`M${x(time)} 0V${HEIGHT}`} />
      </svg>
    </div>
  );
}
