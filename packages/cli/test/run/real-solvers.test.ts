import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run } from "./command.ts";

/** Beside the repository. */
const satlib = fileURLToPath(new URL("../../../../../shared/data/satlib/", import.meta.url));
const solvers = [
  ["minisat", "minisat -verb=0 -rnd-init -rnd-freq=0.02 -rnd-seed={seed} {input}"],
  ["picosat", "picosat -s {seed} {input}"],
  ["cadical", "cadical -q --seed={seed} {input}"],
];
const FILES = 40;

test.for(["uf100-430-first500.tar.gz", "CBS_k3_n100_m403_b30-first500.tar.gz"])(
  "real solvers from Debian solve the first of %s, with exit code 10 as success",
  async (archive, { skip }) => {
    const path = join(satlib, archive);
    if (!existsSync(path)) return skip(`${path} is not here`);
    const installed = solvers.filter(([name]) => existsSync(`/usr/bin/${name}`));
    if (installed.length < 2) return skip("two of minisat, picosat and cadical must be installed");
    const folder = newFolder();
    execFileSync("tar", ["-xzf", path, "-C", folder]);
    const files = (readdirSync(folder, { recursive: true }) as string[])
      .filter((name) => name.endsWith(".cnf"))
      .sort()
      .slice(0, FILES)
      .map((name) => join(folder, name));
    const results = join(folder, "results");
    const arms = installed.flatMap(([name, command]) => ["--arm", `${name}=${command}`]);
    const options = ["--json", "--success", "10", "--results", results, "--state", join(folder, "state")];
    const { code, lines, stderr } = await run([...options, ...arms, ":::", ...files]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const tasks = lines.slice(0, -1);
    expect(tasks.map((line) => line.input).sort()).toEqual(files.toSorted());
    expect(lines.at(-1)).toMatchObject({ tasks: FILES, solved: FILES });
    for (const { input, result, arm } of tasks) {
      const output = readFileSync(join(results, result), "utf8");
      expect(output).toMatch(/^(s )?SATISFIABLE$/m);
      // minisat writes its model to a file of its own only.
      if (arm !== "minisat") expect(satisfies(readFileSync(input, "utf8"), output)).toBe(true);
    }
  },
);

/** Whether the literals in a solver's output make every clause true. */
function satisfies(formula: string, output: string): boolean {
  const said = output
    .split("\n")
    .filter((line) => line.startsWith("v "))
    .join(" ");
  const literals = new Set(said.match(/-?\d+/g)?.map(Number));
  const clauses = formula.split("\n").filter((line) => /^\s*-?\d/.test(line) && !/^\s*0\s*$/.test(line));
  return (
    clauses.length > 0 &&
    clauses.every((line) =>
      line
        .trim()
        .split(/\s+/)
        .map(Number)
        .some((literal) => literal !== 0 && literals.has(literal)),
    )
  );
}
