import { expect, test } from "vitest";
import { theoryChapters } from "../src/chapters.ts";
import { regretGrowthChapter } from "../src/regret-growth/chapter.ts";
import { sharingChapter } from "../src/sharing/chapter.ts";
import type { RegretPart } from "../src/studies/regret-path.ts";
import type { Chapter, ChapterContext, ReproductionSetting, Study } from "../src/studies/study.ts";

/** Plays here what would be played on threads, each part changed on its way. */
function contextOf(
  form: ReproductionSetting["form"],
  change: (part: unknown) => unknown,
  backwards = false,
): ChapterContext {
  return {
    setting: { form, seed: 7, unit: 100, lubyReset: "on" },
    formulas: () => Promise.reject(new Error("no formulas here")),
    async play<Part, Result>(study: Study<Part, Result>, parts: readonly Part[]): Promise<Result[]> {
      const order = parts.map((_, place) => place);
      if (backwards) order.reverse();
      const results: Result[] = [];
      for (const place of order) {
        results[place] = structuredClone(study.play(structuredClone(change(parts[place]) as Part)));
      }
      return results;
    },
  };
}

const unchanged = (part: unknown) => part;

test.each(theoryChapters.map((chapter): [string, Chapter] => [chapter.label, chapter]))(
  "%s: whatever the order of its parts, the same findings, and no NaN among them",
  async (_, chapter) => {
    const findings = await chapter.play(contextOf("tiny", unchanged));
    const text = JSON.stringify(findings, (_, value) => (Number.isNaN(value) ? "NaN!" : value));
    expect(text).not.toContain("NaN!");
    expect(JSON.stringify(await chapter.play(contextOf("tiny", unchanged, true)))).toBe(
      JSON.stringify(findings),
    );
    expect(findings.claims.length).toBeGreaterThan(0);
    for (const { low, estimate, high, verdict, condition } of findings.claims) {
      expect(low).toBeLessThanOrEqual(estimate);
      expect(estimate).toBeLessThanOrEqual(high);
      expect(condition !== undefined).toBe(verdict === "holds if");
    }
  },
);

test("thm:ucb-rm: whether regret grows like log τ is judged on the paper's nine cutoffs too", async () => {
  const { claims, tables } = await regretGrowthChapter.play(contextOf("tiny", unchanged));
  const claim = claims.find(({ statement }) => statement === "The regret of UCB-RM grows like log τ.")!;
  expect(claim.judged).toContain("nine close cutoffs, Pareto");
  expect(claim.reason).toContain("UCB-RM, nine cutoffs, Pareto");
  expect(tables[0].rows.map(([name]) => name)).toContain("UCB-RM, nine cutoffs, Pareto");
});

test("rem:sharing: with sharing turned off in the experiment, the verdict on L turns", async () => {
  const shorter = (part: unknown) => ({ ...(part as RegretPart), times: [4e4] });
  const off = (part: unknown) => ({
    ...(shorter(part) as RegretPart),
    options: { ...(part as RegretPart).options, sharing: "off" },
  });
  const verdicts = async (change: (part: unknown) => unknown) =>
    (await sharingChapter.play(contextOf("quick", change))).claims.map(({ verdict }) => verdict);
  // Alike gaps, without sharing, unlike gaps.
  expect((await verdicts(shorter)).slice(0, 3)).toEqual(["holds", "holds", "holds"]);
  expect((await verdicts(off)).slice(0, 3)).toEqual(["does not hold", "holds", "does not hold"]);
});
