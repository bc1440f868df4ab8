import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run, trialsIn } from "./command.ts";

/** Prints points without a newline on the descriptor in its input, for half a second and more; its first try then hangs. */
const HANGS_ONCE = `
  mkdir "$0-$1" 2> /dev/null || exit 0
  for i in 1 2 3 4 5 6 7 8 9 10; do printf . >&"$1"; sleep 0.05; done
  sleep 1000`;

test("a hang is cut after the silence, counted from the last point on either output, with or without a newline", async () => {
  const [journal, marker] = [join(newFolder(), "state"), join(newFolder(), "marker")];
  const words = ["--json", "--idle", "2s", "--policy", "never", "--jobs", "2", "--state", journal, "--"];
  const { code, lines } = await run([...words, "bash", "-c", HANGS_ONCE, marker, "{}", ":::", "1", "2"]);
  expect(code).toBe(0);
  expect(lines.at(-1)).toMatchObject({ solved: 2, tries: 4, cuts: 2, idleCuts: 2 });
  for (const output of ["1", "2"]) {
    const [cut, whole] = trialsIn(journal).filter(({ instance }) => instance === output);
    expect(cut).toMatchObject({ cut: "idle", completed: 0, cutoff: "inf" });
    expect(cut.time).toBeGreaterThan(2_450);
    expect(whole).toMatchObject({ completed: 1 });
    expect(whole.cut).toBe(undefined);
  }
});

test("without any output a time counts from the start, and its cuts are failed tries of --retries and in the table", async () => {
  const words = ["--idle", "200ms", "--policy", "never", "--retries", "2", "--", "sleep", "{}", ":::", "999"];
  const { code, lines } = await run(["--json", ...words]);
  expect(code).toBe(1);
  expect(lines[0]).toMatchObject({ solved: false, tries: 2, givenUp: "tries", cut: "idle" });
  expect((await run(words)).stderr).toContain("2 tries were cut for printing nothing (--idle)");
});

test("LOW.. learns from other tries how long to wait, and leaves alone what prints only at its end", async () => {
  // False-alarm rate: a try is cut if a point is 3.4 s late. So short a silence is cut after three seconds of points, not after two.
  const [journal, marker] = [join(newFolder(), "state"), join(newFolder(), "marker")];
  const points = "for i in 1 2 3 4 5 6 7 8 9 10; do echo .; sleep 0.3; done";
  const command = `case $1 in late) sleep 4; echo done;; hangs) mkdir $0 && { echo .; sleep 1000; }; true;; *) ${points};; esac`;
  const words = ["--json", "--idle", "1s..", "--policy", "never", "--jobs", "3", "--budget", "60s"];
  const program = ["--", "bash", "-c", command, marker, "{}", ":::", "a", "hangs", "late"];
  const { lines } = await run([...words, "--state", journal, ...program]);
  expect(lines.at(-1)).toMatchObject({ solved: 3, tries: 4, idleCuts: 1 });
  const trials = trialsIn(journal);
  expect(trials.find(({ cut }) => cut === "idle")).toMatchObject({ instance: "hangs" });
  // What was seen of gaps is kept for the next run.
  expect(trials.find(({ instance }) => instance === "a").gaps.count).toBeGreaterThanOrEqual(1);
});

test("a time of --idle that is none, and auto on a cluster, are refused in one sentence", async () => {
  const bad = await run(["--idle", "soon", "--", "true"]);
  expect(bad).toMatchObject({ code: 2 });
  expect(bad.stderr).toContain("--idle: must be a duration above 0");
  const remote = await run(["--idle", "auto", "--redis", "redis://localhost:1", "--", "true"]);
  expect(remote).toMatchObject({ code: 2 });
  expect(remote.stderr).toContain("--idle auto: must not be used with --redis");
});
