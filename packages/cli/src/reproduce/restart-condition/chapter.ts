import type { Chapter, Findings, ChapterTable } from "../chapter.ts";
import type { Interval } from "../claims/interval.ts";
import { threeDigits } from "../claims/three-digits.ts";
import { leadOf, restartClaims } from "./claims.ts";
import { restartCurvesFigure } from "./figure.ts";
import { type ArmCondition, CONDITION_LAWS, type RaceRuns, playConditions, playRaces, RACES, CONDITION_SIZES } from "./study.ts";

/** thm:opt-int: when does a finite cutoff pay? */
export const restartConditionChapter: Chapter = {
  label: "thm:opt-int",
  title: "When a finite cutoff pays",
  async play(context): Promise<Findings> {
    const { runs, horizon, rewards, resettings } = CONDITION_SIZES[context.setting.form];
    const arms = await playConditions(context);
    const races = await playRaces(context);
    const leads = races.map((race) => leadOf(race.runs, race.restart));
    return {
      about: [
        `${arms.length} arms: ${CONDITION_LAWS.length} laws, ${rewards.length} rewards, ${resettings.length} resetting times, without those whose mean reward is infinite. For each, r(t) is maximised directly and compared with r(∞); then the condition is asked at some 800 cutoffs, in product form and as printed.`,
        `${RACES.length} of them are also played, the same trials with and without the cutoff, ${runs} runs over a horizon of ${threeDigits(horizon)}.`,
      ],
      figures: [
        {
          name: "restart-curves",
          caption:
            "Reward rate at a cutoff, as a multiple of the rate without one. A law has a finite best cutoff exactly where its line rises above 1.",
          spec: restartCurvesFigure(),
        },
      ],
      tables: [conditionTable(arms), raceTable(races, leads)],
      claims: restartClaims(arms, leads, horizon),
      work: `${arms.length} arms computed, ${RACES.length} × ${runs} pairs of runs played`,
    };
  },
};

function conditionTable(arms: readonly ArmCondition[]): ChapterTable {
  return {
    name: "restart-condition",
    columns: ["law", "reward", "resetting", "best cutoff", "gain", "truth", "product form", "printed form"],
    rows: arms.map(({ problem: { law, reward, resetting }, answer }) => [
      law,
      reward,
      resetting,
      answer.cutoff,
      answer.gain,
      String(answer.truth),
      String(answer.product),
      String(answer.printed),
    ]),
  };
}

function raceTable(races: readonly RaceRuns[], leads: readonly Interval[]): ChapterTable {
  return {
    name: "restart-races",
    columns: ["law", "reward", "resetting", "restart", "lead of the named side", "low", "high"],
    rows: races.map(({ problem: { law, reward = "one", resetting = "none" }, restart }, i) => [
      law,
      reward,
      resetting,
      String(restart),
      leads[i].estimate,
      leads[i].low,
      leads[i].high,
    ]),
  };
}
