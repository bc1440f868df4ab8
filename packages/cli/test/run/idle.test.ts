import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run, startRun } from "./command.ts";

/** Prints a point every 50 ms, without a newline, and hangs after half of them in its first try at an input. */
const POINTS = `
  if mkdir "$1" 2>/dev/null; then hangs=$(($2 / 2)); else hangs=0; fi
  for i in $(seq $2); do
    printf . >&"$3"; sleep 0.05
    if [ $i = $hangs ]; then sleep 1000; fi
  done`;

const trialsIn = (journal: string) =>
  readFileSync(journal, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line));

test.each(["1", "2"])(
  "a hang is cut after the silence, by points on descriptor %s without a newline",
  async (output) => {
    const folder = newFolder();
    const [journal, marker] = [join(folder, "state"), join(folder, "marker")];
    const points = ["bash", "-c", POINTS, "points", marker, "20", output];
    const { code, lines } = await startRun([
      ...["--json", "--idle", "3s", "--policy", "never", "--state", journal, "--until", "1", "--"],
      ...points,
    ]).ended;
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatchObject({ solved: 1, tries: 2, cuts: 1, idleCuts: 1 });
    const [cut, whole] = trialsIn(journal);
    expect(cut).toMatchObject({ cut: "idle", completed: 0, cutoff: "inf" });
    // Half a second of points, and 3 s of silence, in which a program starts on a busy machine, too.
    expect(cut.time).toBeGreaterThan(3_450);
    expect(cut.time).toBeLessThan(20_000);
    expect(whole).toMatchObject({ completed: 1 });
    expect(whole.cut).toBe(undefined);
  },
);

test("a time counts from the start, and a cut for silence is a failed try of --retries", async () => {
  const { code, lines, stderr } = await startRun([
    ...[
      "--json",
      "--idle",
      "200ms",
      "--policy",
      "never",
      "--retries",
      "3",
      "--",
      "sleep",
      "{}",
      ":::",
      "1000",
    ],
  ]).ended;
  expect(code).toBe(1);
  expect(lines[0]).toMatchObject({ solved: false, tries: 3, givenUp: "tries", cut: "idle" });
  expect(stderr).not.toContain("error");
});

test("the table says how many tries were cut for silence", async () => {
  const { stderr } = await startRun([
    ...["--idle", "200ms", "--policy", "never", "--retries", "1", "--", "sleep", "{}", ":::", "1000", "1001"],
  ]).ended;
  expect(stderr).toContain("2 tries were cut for printing nothing (--idle)");
});

test("auto cuts four hangs among eight inputs, no healthy try, and nothing that prints only at its end", async () => {
  // False-alarm rate: a healthy try is cut if a point is 5 s late.
  const folder = newFolder();
  const journal = join(folder, "state");
  const command = `
    points() { bash -c '${POINTS}' points "$1" 40 1; }
    case $1 in
      late*) sleep 6; echo done;;
      hang*) points "$0/$1";;
      *) points "$0";;
    esac`;
  const inputs = ["a", "b", "hang1", "hang2", "hang3", "hang4", "late1", "late2"];
  const { lines } = await startRun([
    ...["--json", "--idle", "auto", "--policy", "never", "--jobs", "8", "--state", journal, "--"],
    ...["bash", "-c", command, folder, "{}", ":::", ...inputs],
  ]).ended;
  expect(lines.at(-1)).toMatchObject({ solved: 8, tries: 12, idleCuts: 4 });
  const cut = trialsIn(journal).filter((trial) => trial.cut === "idle");
  expect(cut.map(({ instance }) => instance).sort()).toEqual(["hang1", "hang2", "hang3", "hang4"]);
  // What was seen of gaps is kept for the next run.
  expect(trialsIn(journal).find(({ instance }) => instance === "a").gaps.count).toBeGreaterThanOrEqual(1);
});

test("a time of --idle that is none, and auto on a cluster, are refused in one sentence", async () => {
  const bad = await run(["--idle", "soon", "--", "true"]);
  expect(bad).toMatchObject({ code: 2 });
  expect(bad.stderr).toContain("--idle: must be a duration above 0");
  const remote = await run(["--idle", "auto", "--redis", "redis://localhost:1", "--", "true"]);
  expect(remote).toMatchObject({ code: 2 });
  expect(remote.stderr).toContain("--idle auto: must not be used with --redis");
});
