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
    text: "Most runs are short, a few go on for ever. Who waits for them earns half of what is to be had; km-ts is near the best cutoff, 3.3, within a few hundred trials, ucb-rb is still looking for it at the end.",
    fields: {
      ...COMMON,
      laws: ["pareto(scale=1,shape=1.2)"],
      policies: ["km-ts", "ucb-rb", "luby", "never"],
    },
  },
  {
    title: "Hangs",
    text: "One run in twenty hangs. Waiting for it costs nineteen twentieths of everything. Any timeout saves most of that, and the learned one saves all.",
    fields: {
      ...COMMON,
      laws: ["mixture(0.95*lognormal(median=1,sigma=0.5),0.05*constant(value=500))"],
      policies: ["km-ts", "percent-of-median", "luby", "never"],
    },
  },
  {
    title: "Memoryless",
    text: "A run that has taken long is no nearer to its end than a new one: restarting is for nothing, and each cut costs its reset. km-ts learns to leave runs alone, and ends with never.",
    fields: {
      ...COMMON,
      laws: ["exponential(mean=2)"],
      resetting: "constant(0.2)",
      policies: ["km-ts", "never", "luby", "fixed:cutoff=1"],
    },
  },
  {
    title: "Two arms",
    text: "The second arm looks hopeless to who waits, and is nearly twice as good as the first to who cuts it early. Arm and cutoff have to be learned together.",
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
    text: "Half-way the law changes, and nothing ends any more before the old cutoff. Who never forgets has to learn against all that it knows; who forgets is soon back.",
    fields: {
      ...COMMON,
      laws: ["pareto(scale=1,shape=1.2)"],
      later: ["lognormal(median=12,sigma=0.3)"],
      change: "10000",
      policies: ["km-ts", "km-ts:halfLife=300", "ucb-rb", "never"],
    },
  },
  {
    title: "The paper’s",
    text: "Nine cutoffs, as in the paper's experiments. Its ucb-rb and ucb-rm have proofs behind them, and keep trying cutoffs that earn less; km-ts settles early and loses a fraction of that.",
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

/** The heading of the view, with a button for each preset and the text of the chosen one. */
export function Presets({ fields, onChoose }: PresetsProps) {
  const address = (race: RaceFields) => raceToAddress(race).toString();
  const chosen = RACE_PRESETS.find((preset) => address(preset.fields) === address(fields));
  return (
    <div class="stack beginnings">
      <div class="head">
        <h1>Policies, racing live</h1>
        <p class="lead">
          Policies learn when to give up and try again, side by side, on laws that you choose. Everything is
          computed here, in your browser.
        </p>
      </div>
      <fieldset class="row">
        <legend class="unseen">Settings to begin with</legend>
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
      <p class="what-to-see">
        {chosen?.text ??
          "A setting of your own. It stands in the address: who opens the same address sees the same race, number by number."}
      </p>
    </div>
  );
}
