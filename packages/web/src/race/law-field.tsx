import { parseLaw } from "@mulligan/core/distributions";
import { useId, useMemo } from "preact/hooks";
import { NotationField, skeleton } from "./notation-field.tsx";

/** A kind of notation, with the numbers that it begins with. */
export interface NotationKind {
  readonly title: string;
  readonly text: string;
}

/** The laws that have a picture to choose; others can be typed. */
export const LAW_KINDS: readonly NotationKind[] = [
  { title: "exponential", text: "exponential(mean=1)" },
  { title: "Pareto", text: "pareto(scale=1,shape=1.2)" },
  { title: "lognormal", text: "lognormal(median=1,sigma=1)" },
  { title: "Weibull", text: "weibull(scale=1,shape=0.7)" },
  { title: "gamma", text: "gamma(shape=4,scale=0.5)" },
  { title: "uniform", text: "uniform(low=0.5,high=2)" },
  { title: "hangs", text: "mixture(0.95*lognormal(median=1,sigma=0.5),0.05*constant(value=500))" },
  { title: "two kinds", text: "mixture(0.6*gamma(shape=8,scale=0.1),0.4*gamma(shape=20,scale=0.2))" },
];

export const REWARD_KINDS: readonly NotationKind[] = [
  { title: "1 for every run that ends", text: "one" },
  { title: "1 with some chance, otherwise 0", text: "bernoulli(p=0.3)" },
  { title: "a power of the time: ω·tᵞ", text: "power(omega=0.5,gamma=-0.2)" },
];

export const RESETTING_KINDS: readonly NotationKind[] = [
  { title: "a restart costs nothing", text: "none" },
  { title: "a restart costs a fixed time", text: "constant(0.1)" },
  { title: "a restart costs a share of the cutoff", text: "proportional(0.2)" },
];

interface LawFieldProps {
  readonly label: string;
  readonly text: string;
  readonly problem: string | undefined;
  onText(text: string): void;
}

/** A law, chosen by its picture, changed by sliders, or typed. */
export function LawField({ label, text, problem, onText }: LawFieldProps) {
  const group = useId();
  const name = /^\s*[A-Za-z][\w-]*\s*=(?=\s*[a-z]+\()/.exec(text)?.[0] ?? "";
  const kind = skeleton(text);
  return (
    <NotationField label={label} text={text} problem={problem} onText={onText}>
      <div class="kinds" role="radiogroup" aria-label={`Kind of ${label.toLowerCase()}`}>
        {LAW_KINDS.map(({ title, text: example }) => {
          const checked = skeleton(example) === kind;
          return (
            <label key={title} class="kind">
              <input
                type="radio"
                class="unseen"
                name={group}
                checked={checked}
                onChange={() => onText(name + example)}
              />
              {/* The picture of the chosen law follows its sliders. */}
              <DensityPicture law={checked ? text.slice(name.length) : example} />
              <span>{title}</span>
            </label>
          );
        })}
      </div>
    </NotationField>
  );
}

const WIDTH = 64;
const HEIGHT = 28;
const BARS = 32;
/** A larger share of longer times is drawn as a bar at the right end. */
const LEAST_BEYOND = 0.03;

/** A small picture of a density, with a bar at the right end for longer times. */
function DensityPicture({ law }: { readonly law: string }) {
  const { area, beyond } = useMemo(() => drawingOf(law), [law]);
  return (
    <svg class="density" viewBox={`0 0 ${WIDTH + 8} ${HEIGHT}`} aria-hidden="true">
      <path d={area} />
      {beyond > 0 && <rect x={WIDTH + 3} y={HEIGHT - beyond} width="4" height={beyond} />}
    </svg>
  );
}

function drawingOf(text: string): { readonly area: string; readonly beyond: number } {
  try {
    const law = parseLaw(text);
    const end = 6 * law.quantile(0.5);
    const masses = Array.from(
      { length: BARS },
      (_, i) => law.cdf((end * (i + 1)) / BARS) - law.cdf((end * i) / BARS),
    );
    const most = Math.max(...masses);
    const points = masses.map((mass, i) => {
      const x = (WIDTH * (i + 0.5)) / BARS;
      return `${x.toFixed(1)} ${(HEIGHT - 1 - (HEIGHT - 3) * (mass / most)).toFixed(1)}`;
    });
    const left = law.survival(end);
    return {
      area: `M0 ${HEIGHT - 1}L${points.join("L")}L${WIDTH} ${HEIGHT - 1}Z`,
      beyond: left > LEAST_BEYOND ? Math.min(HEIGHT - 4, 4 + 60 * left) : 0,
    };
  } catch {
    return { area: "", beyond: 0 };
  }
}
