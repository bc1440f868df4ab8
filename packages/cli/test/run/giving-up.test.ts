import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRunPlan } from "../../src/run/plan.ts";
import { openRunState } from "../../src/run/state.ts";
import { newFolder } from "../new-folder.ts";
import { run, trialsIn, usualOptions } from "./command.ts";

const never = ["--json", "--policy", "never"];

test("a command that only fails is not repeated for ever", async () => {
  const { code, lines } = await run([...never, "--until", "3", "--", "false"]);
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ solved: 0, tries: 100, stopped: "hopeless" });
});

test("a broken input is given up after three failures, the last one when the others are done, and tried again by the next run", async () => {
  const [state, mended] = ["state", "mended"].map((name) => join(newFolder(), name));
  // It fails so late that its times are alike on a busy machine, too.
  const script = `test $0 != b || test -e ${mended} || { sleep 0.8; exit 1; }`;
  const words = [...never, "--state", state, "--", "sh", "-c", script, "{input}", ":::", ..."abcdef"];
  const { code, lines } = await run(words);
  expect(code).toBe(1);
  expect(lines.slice(0, -1).map(({ input, tries }) => `${input}${tries}`)).toEqual([
    ..."acdef".split("").map((input) => `${input}1`),
    "b3",
  ]);
  expect(lines[5]).toMatchObject({ solved: false, givenUp: "alike" });
  expect(trialsIn(state).filter(({ exit }) => exit === 1)).toHaveLength(3);
  writeFileSync(mended, "");
  const again = await run(words);
  expect(again.code).toBe(0);
  expect(again.lines.at(-1)).toMatchObject({ solved: 6, tries: 9, earlier: { tasks: 5, tries: 8 } });
});

/** The rules by which a run of this command gives up. */
async function rulesOf(words: readonly string[], options: Partial<typeof usualOptions> = {}) {
  const plan = await readRunPlan(words, { ...usualOptions, mode: "retry", ...options });
  const { rules } = await openRunState(plan, { trials: [] }, () => {});
  return rules;
}

test.each([
  ["it depends on its input only", true, ["test", "{}"], []],
  ["the command has {seed}", false, ["test", "{}", "{seed}"], []],
  ["the command does not depend on its input", false, ["test", "{%}"], []],
  ["there are several commands", false, ["test", "{}"], ["x=test {}"]],
])("whether failures that end alike show a broken input: if %s, %s", async (_, findsBroken, words, arm) => {
  expect(await rulesOf([...words, ":::", "a", "b"], { arm })).toMatchObject({ findsBroken, givesUp: true });
});

test("--retries replaces all other counts, and for a policy that plans its cuts it counts cuts", async () => {
  expect(await rulesOf(["false"], { retries: 120 })).toMatchObject({ givesUp: false, maxCounted: 120 });
  expect(await rulesOf(["false"], { policy: "km-ts" })).toMatchObject({ countsCuts: "never" });
  expect(await rulesOf(["false"], { policy: "beyond-longest" })).toMatchObject({ countsCuts: "always" });
});

/** Counts its tries in a file, and succeeds at those whose numbers are listed. */
const succeedsAt = (tries: string) => {
  const script = `echo >> $0; case " ${tries} " in *" $(($(wc -l < $0))) "*) exit 0;; esac; exit 1`;
  return ["--", "sh", "-c", script, join(newFolder(), "tries")];
};

test.each([
  ["", 1, { solved: 0, tries: 3, stopped: "done" }],
  ["3 6 7", 0, { solved: 3, tries: 7, stopped: "until" }],
  ["3 7", 1, { solved: 1, tries: 6, stopped: "done" }],
])(
  "without inputs each of three successes has --retries 3: it succeeds at tries %j, exit code %s",
  async (tries, code, summary) => {
    const ended = await run([...never, "--retries", "3", "--until", "3", ...succeedsAt(tries)]);
    expect(ended.code).toBe(code);
    expect(ended.lines.at(-1)).toMatchObject(summary);
  },
);

test("the sums of a resumed run are of its own inputs, in the summary as for each arm", async () => {
  const args = [...never, "--state", join(newFolder(), "state"), "--", "true", ":::"];
  await run([...args, "a", "b"]);
  const { lines } = await run([...args, "c"]);
  const { tries, solved, time, arms } = lines.at(-1);
  expect([tries, solved]).toEqual([1, 1]);
  expect(arms).toMatchObject([{ tries, solved, time }]);
});
