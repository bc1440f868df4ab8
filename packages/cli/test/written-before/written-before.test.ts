import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run } from "../run/command.ts";
import { served } from "../serve/served.ts";
import { main } from "../start-command.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const { problems, ...before } = JSON.parse(readFileSync(join(here, "expected.json"), "utf8"));

function copied(): string {
  const folder = newFolder();
  cpSync(here, folder, { recursive: true });
  return folder;
}

function mulligan(folder: string, ...words: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [main, ...words], { cwd: folder });
  // A single formula that `sat` has solved ends with 10; what `analyze` cannot tell, with 3.
  expect([0, 3, 10], stderr.toString()).toContain(status);
  return stdout.toString().trim();
}

const summaryOf = (stdout: string) => JSON.parse(stdout.split("\n").at(-1)!);
const analyzed = (folder: string, journal: string) =>
  JSON.parse(mulligan(folder, "analyze", journal, "--json")).arms[0];

test("a service folder is read: states and trials are as they were, and waiting decisions can be observed", async () => {
  const { ask, notices, defects } = await served({ state: join(copied(), "service") });
  const { body } = await ask("GET", "/v1/problems");
  expect(body.problems.map(({ name }: { name: string }) => name)).toEqual(Object.keys(problems).sort());
  for (const [name, { waiting, state, tries }] of Object.entries<(typeof problems)[string]>(problems)) {
    const {
      lastActive: _,
      explanation,
      withoutCutoff,
      ...found
    } = (await ask("GET", `/v1/problems/${name}`)).body;
    // The cost without a cutoff was estimated in another way then, and had no interval.
    const unlikeThen = ({ curve: _, withoutCutoff: __, ...arm }: Record<string, unknown>) => arm;
    found.arms = found.arms.map(unlikeThen);
    state.arms = state.arms.map(unlikeThen);
    expect(withoutCutoff === null || withoutCutoff.low <= withoutCutoff.high).toBe(true);
    // From fewer trials a gain was named then.
    for (const arm of state.arms) {
      if (arm.gain !== null && arm.completed < 20) arm.gain = { estimate: 1, low: 0, high: "inf" };
    }
    expect(found).toEqual(state);
    expect(explanation === undefined).toBe(name !== "calls");
    const listed = (await ask("GET", `/v1/problems/${name}/tries`)).body;
    expect(listed.last).toBe(state.observations);
    expect(listed.tries.slice(-3)).toEqual(tries);
    const observations = waiting.map((id: string) => ({ id, kind: "completed", time: 3 }));
    const observe = async () =>
      (await ask("POST", `/v1/problems/${name}/observations`, { observations })).body;
    expect(await observe()).toEqual({ accepted: waiting.length, repeated: 0, unknown: 0 });
    expect(await observe()).toEqual({ accepted: 0, repeated: waiting.length, unknown: 0 });
    expect((await ask("GET", `/v1/problems/${name}`)).body).toMatchObject({
      observations: state.observations + waiting.length,
      outstanding: state.outstanding - waiting.length,
    });
    const decided = await ask("POST", `/v1/problems/${name}/decisions`, {});
    expect(decided.body.decisions).toHaveLength(1);
  }
  const forgotten = { id: problems.list.waiting[0].replace(/-.*/, "-1"), kind: "completed", time: 3 };
  const late = await ask("POST", "/v1/problems/list/observations", { observations: [forgotten] });
  expect(late.body).toEqual({ accepted: 0, repeated: 0, unknown: 1 });
  expect({ notices, defects }).toEqual({ notices: [], defects: [] });
});

test("a journal of run is resumed and analyzed", async () => {
  const folder = copied();
  expect(analyzed(folder, "run.journal")).toMatchObject({ runs: before.run.tries });
  const journal = join(folder, "run.journal");
  const words = ["--json", "--seed", "3", "--jobs", "1", "--state", journal];
  const program = ["--", "sh", "-c", 'test "$(($1 % 3))" = 0', "sh", "{seed}", "{}"];
  const again = await run([...words, ...program, ":::", "a", "b", "c"]);
  expect(again.lines.at(-1)).toMatchObject({ tasks: 3, solved: 3, tries: before.run.tries });
  const more = (await run([...words, ...program, ":::", "a", "b", "c", "d"])).lines.at(-1);
  expect(more).toMatchObject({ tasks: 4, solved: 4 });
  expect(more.tries).toBeGreaterThan(before.run.tries);
  expect(readFileSync(journal, "utf8").startsWith(readFileSync(join(here, "run.journal"), "utf8"))).toBe(
    true,
  );
});

test("a journal of sat is resumed and analyzed", () => {
  const folder = copied();
  expect(analyzed(folder, "sat.journal")).toMatchObject({ runs: before.sat.tries });
  const words = ["--json", "--seed", "3", "--jobs", "1", "--state", "sat.journal"];
  const { tasks, solved, tries, time } = before.sat;
  expect(summaryOf(mulligan(folder, "sat", ...words, "formula.cnf"))).toMatchObject({
    tasks,
    solved,
    tries,
    time,
  });
  const [old, now] = [here, folder].map((place) => readFileSync(join(place, "sat.journal"), "utf8"));
  expect(now).toBe(old);
});
