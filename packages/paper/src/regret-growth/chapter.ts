import type { TopLevelSpec } from "vega-lite";
import { regretLowerBound } from "../bounds/index.ts";
import { threeDigits } from "../claims/claim.ts";
import { meanInterval } from "../claims/statistics.ts";
import { armOf } from "../studies/arms.ts";
import { bandAndLine, bandFigure, bandOf, logarithmic, numeric } from "../studies/figures.ts";
import { meanPath, type RegretPath } from "../studies/regret-path.ts";
import type { Chapter, ChapterTable, FigureSpec, Findings } from "../studies/study.ts";
import { regretGrowthClaims } from "./claims.ts";
import { acrossHorizons, lastFits, meanAcross, rootGrowth } from "./measures.ts";
import {
  ALPHA,
  type ContinuousRuns,
  FACTOR,
  farSeparated,
  type GrowthRuns,
  playGrowth,
  separated,
} from "./study.ts";

/** thm:ucb-rb, thm:ucb-rm and thm:ucb-rc: how regret grows with the horizon. */
export const regretGrowthChapter: Chapter = {
  label: "thm:ucb-rb",
  title: "How regret grows with the horizon",
  async play(context): Promise<Findings> {
    const runs = await playGrowth(context);
    return {
      about: aboutRuns(runs),
      figures: [
        {
          name: "regret-growth",
          caption:
            "Regret against the horizon with 95% bands; dashed, the fits over the last two decades, a + b·log τ and a·√(τ·log τ); dotted, a lower bound on regret/log τ of every policy as τ → ∞, which for the lognormal law exceeds the largest possible loss until τ is about 3,000,000.",
          spec: regretFigure(runs),
        },
        {
          name: "pulls-below-above",
          caption:
            "Trials cut below and above the best cutoff, UCB-RB on nine cutoffs, with 95% bands: the former stop, the latter do not.",
          spec: pullsFigure(runs),
        },
      ],
      tables: [regretTable(runs), continuousTable(runs.continuous)],
      claims: regretGrowthClaims(runs),
      work: workText(runs),
    };
  },
};

const firstAndLast = (times: readonly number[]) => [times[0], times[times.length - 1]].map(threeDigits);

function aboutRuns({ apart, medians }: GrowthRuns): string[] {
  const [first, last] = firstAndLast(apart.set.times);
  const [firstMedian, lastMedian] = firstAndLast(medians.set.times);
  return [
    `Pseudo-regret Σ T·Δ·E[U] against the best cutoff of the list, α = ${ALPHA}, (1+β)²/(1−β) = ${FACTOR}, watched four times a decade: UCB-RB from τ = ${first} to ${last}, UCB-RM from ${firstMedian} to ${lastMedian}.`,
    `Far apart: six in ten trials end within 1, the rest take 60 to 100; cutoffs ${separated.cutoffs.join(", ")} for UCB-RB, ${farSeparated.cutoffs.join(", ")} for UCB-RM. Close: the paper's nine cutoffs, with Pareto(0.3, 1.2) and, for UCB-RB only, a lognormal law (median 0.9, σ 1.2); 40 first trials each for UCB-RB.`,
    "UCB-RC on [0.4, 4] with Pareto(0.3, 1.2), a run of its own for each horizon, since its grid depends on it; regret against the best of the interval.",
    "Three arms: the first problem, and the same law two and three times as slow. Random resetting times: the first problem with resets of 0 to 0.4.",
  ];
}

function workText(runs: GrowthRuns): string {
  const { apart, apartAtLeastBeta, pareto, lognormal, medians, medianPareto, arms, resets, continuous } =
    runs;
  const means = [apart.paths, pareto.paths, lognormal.paths, apartAtLeastBeta, arms.paths, resets.paths];
  const ofMeans = means.flat().length;
  const [, last] = firstAndLast(apart.set.times);
  const [, lastMedian] = firstAndLast(medians.set.times);
  return `${ofMeans} runs of UCB-RB to τ = ${last}, ${medians.paths.length + medianPareto.paths.length} of UCB-RM to ${lastMedian}, ${continuous.runs} of UCB-RC at each of ${continuous.horizons.length} horizons`;
}

function regretTable({ watched }: GrowthRuns): ChapterTable {
  return {
    name: "regret-growth",
    columns: ["policy and problem", "horizon", "regret", "trials below t*", "trials above t*"],
    rows: watched.flatMap(({ name, set, paths }) => {
      const [regret, below, above] = (["regret", "below", "above"] as const).map((measure) =>
        meanPath(paths, measure),
      );
      return set.times.map((time, place) => [name, time, regret[place], below[place], above[place]]);
    }),
  };
}

function continuousTable(continuous: ContinuousRuns): ChapterTable {
  const regrets = meanAcross(continuous);
  return {
    name: "regret-continuous",
    columns: ["horizon", "regret", "regret/√(τ log τ)"],
    rows: continuous.horizons.map((time, i) => {
      const root = rootGrowth(time);
      const share = regrets[i] / root;
      return [time, share * root, share];
    }),
  };
}

interface RegretCurve {
  readonly name: string;
  readonly times: readonly number[];
  readonly paths: readonly RegretPath[];
  /** The lower bound of every policy, a multiple of log τ; undefined if it is not known. */
  readonly least?: number | undefined;
}

/** Regret against horizon, one panel a problem, with the two fits over the last two decades. */
function regretFigure(runs: GrowthRuns): TopLevelSpec {
  const curves: RegretCurve[] = [
    ...runs.watched.map(({ name, set, paths }) => ({
      name,
      times: set.times,
      paths,
      least: regretLowerBound([set.problem, ...(set.others ?? [])].map(armOf), set.cutoffs)?.coefficient,
    })),
    {
      name: "UCB-RC, an interval, Pareto",
      times: runs.continuous.horizons,
      paths: acrossHorizons(runs.continuous),
    },
  ];
  return {
    title: "Regret against the horizon",
    concat: curves.map(panel),
    columns: 2,
  };
}

type Panel = Extract<TopLevelSpec, { concat: unknown }>["concat"][number];

function panel({ name, times, paths, least }: RegretCurve): Panel {
  const fits = lastFits(times, meanPath(paths));
  const last = times[times.length - 1];
  const values = times.map((horizon, place) => {
    const { estimate, low, high } = meanInterval(paths.map(({ regret }) => regret[place]));
    return { horizon, regret: estimate, low: Math.max(0, low), high, line: "measured" };
  });
  const fitted = times
    .filter((time) => time >= last / 101)
    .flatMap((horizon) => [
      {
        horizon,
        regret: fits.logarithm.start + fits.logarithm.slope * Math.log(horizon),
        line: "a + b·log τ",
      },
      { horizon, regret: fits.root.scale * Math.sqrt(horizon * Math.log(horizon)), line: "a·√(τ·log τ)" },
    ]);
  const atLeast =
    least === undefined
      ? []
      : times
          .filter((time) => time > 1)
          .map((horizon) => ({ horizon, regret: least * Math.log(horizon), line: "lower bound" }));
  const x = logarithmic("horizon", "horizon τ (time)");
  const y = (field: string) => numeric(field, "regret (reward)");
  const color = { field: "line", type: "nominal", sort: ["measured"], title: null } as const;
  const dotted = (values: object[], strokeDash: [number, number]) => ({
    data: { values },
    mark: { type: "line" as const, strokeDash },
    encoding: { x, y: y("regret"), color },
  });
  return {
    title: name,
    width: 300,
    height: 200,
    data: { values },
    layer: [...bandAndLine({ x, y, color }, "regret"), dotted(fitted, [5, 4]), dotted(atLeast, [1, 3])],
  };
}

/** Trials cut below and above the best cutoff against the horizon, both scales logarithmic. */
function pullsFigure({ pareto, lognormal }: GrowthRuns): FigureSpec {
  const curves = [
    { law: "Pareto", ...pareto },
    { law: "lognormal", ...lognormal },
  ];
  const values = curves.flatMap(({ law, set, paths }) =>
    (["below", "above"] as const).flatMap((side) =>
      set.times.map((horizon, place) => {
        const { estimate, low, high } = bandOf(paths.map((path) => path[side][place]));
        return {
          curve: `${law}, ${side} t*`,
          horizon,
          pulls: estimate,
          low: Math.max(low, 1),
          high: Math.max(high, 1),
        };
      }),
    ),
  );
  return bandFigure({
    title: "Trials away from the best cutoff",
    values: values.filter(({ pulls }) => pulls >= 1),
    x: { field: "horizon", title: "horizon τ (time)" },
    y: { field: "pulls", title: "trials" },
    lines: { field: "curve", title: null },
  });
}
