import { RACE_DEFAULTS, type RaceFields, raceToAddress } from "./race-fields.ts";

/** A race to begin with, and what to look for in it. */
interface RacePreset {
  readonly title: string;
  readonly text: string;
  readonly fields: RaceFields;
}

const COMMON = { ...RACE_DEFAULTS, horizon: "20000" };

export const RACE_PRESETS: readonly RacePreset[] = [
  {
    title: "Heavy tail",
    text: "Most runs are short, but a few take very long. Waiting for every run earns only half as much as the best cutoff, 3.3. Mulligan is near it within a few hundred runs; UCB-RB is still looking for it at the end.",
    fields: {
      ...COMMON,
      laws: ["pareto(scale=1,shape=1.2)"],
      policies: ["km-ts", "ucb-rb", "luby", "never"],
    },
  },
  {
    title: "Hangs",
    text: "One run in twenty hangs. If you wait for it, nearly all your time is lost. Any timeout saves most of it, and the learned one saves nearly all.",
    fields: {
      ...COMMON,
      laws: ["mixture(0.95*lognormal(median=1,sigma=0.5),0.05*constant(value=500))"],
      policies: ["km-ts", "quantile", "luby", "never"],
    },
  },
  {
    title: "Memoryless",
    text: "A run that has taken long is no nearer to its end than a new one. Restarting does not help here, and every restart costs time. Mulligan learns to let the runs end.",
    fields: {
      ...COMMON,
      laws: ["exponential(mean=2)"],
      resetting: "constant(0.2)",
      policies: ["km-ts", "never", "luby", "fixed:cutoff=1"],
    },
  },
  {
    title: "Two options",
    text: "The option “lucky” looks hopeless if you wait for every run. Cut early, it earns nearly twice as much as “steady”. So the option and its cutoff must be learned together.",
    fields: {
      ...COMMON,
      laws: [
        "steady=gamma(shape=8,scale=0.5)",
        "lucky=mixture(0.5*gamma(shape=4,scale=0.2),0.5*pareto(scale=10,shape=1.1))",
      ],
      cutoffs: "log:0.25:32:8",
      policies: ["km-ts", "ucb-rb", "never:arm=0", "never:arm=1"],
    },
  },
  {
    title: "Drift",
    text: "Halfway through, the run times change, and no run ends before the old cutoff any more. Mulligan notices the change and learns again. With a half-life it forgets old runs all the time, change or not.",
    fields: {
      ...COMMON,
      laws: ["pareto(scale=1,shape=1.2)"],
      later: ["lognormal(median=12,sigma=0.3)"],
      change: "10000",
      policies: ["km-ts", "km-ts:halfLife=300", "ucb-rb", "never"],
    },
  },
  {
    title: "The paper's experiment",
    text: "Nine cutoffs to choose from, as in the paper's experiments. The paper's UCB-RB and UCB-RM go on trying cutoffs that earn less. Mulligan decides early, and loses a fraction of that.",
    fields: {
      ...COMMON,
      laws: ["lognormal(median=0.9,sigma=1.2)"],
      cutoffs: "log:0.316:3.16:9",
      policies: ["km-ts", "ucb-rb", "ucb-rm", "bts"],
      horizon: "10000",
      runs: "10",
    },
  },
];

interface PresetsProps {
  readonly fields: RaceFields;
  onChoose(fields: RaceFields): void;
}

/** The preset with these fields, if there is one. */
export function chosenPreset(fields: RaceFields): RacePreset | undefined {
  const address = (race: RaceFields) => raceToAddress(race).toString();
  return RACE_PRESETS.find((preset) => address(preset.fields) === address(fields));
}

/** A button for each preset, and the text of the chosen one. */
export function Presets({ fields, onChoose }: PresetsProps) {
  const chosen = chosenPreset(fields);
  return (
    <div class="stack beginnings">
      <fieldset class="preset-row">
        <legend class="unseen">Examples</legend>
        {RACE_PRESETS.map((preset) => (
          <button
            key={preset.title}
            type="button"
            aria-pressed={preset === chosen}
            onClick={() => onChoose(preset.fields)}
          >
            {preset.title}
          </button>
        ))}
      </fieldset>
      <p class="what-to-see">{chosen?.text ?? "A setting of your own."}</p>
    </div>
  );
}
