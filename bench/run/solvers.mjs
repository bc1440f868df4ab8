import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { row, title } from "../report.mjs";
import { mulliganRun } from "./command.mjs";

/** Beside the repository. */
const satlib = fileURLToPath(new URL("../../../shared/data/satlib/", import.meta.url));
const archives = ["uf100-430-first500.tar.gz", "CBS_k3_n100_m403_b30-first500.tar.gz"];
const arms = {
  minisat: "minisat -verb=0 -rnd-init -rnd-freq=0.02 -rnd-seed={seed} {input}",
  picosat: "picosat -s {seed} {input}",
  cadical: "cadical -q --seed={seed} {input}",
};
const contestants = [
  ["minisat and picosat, learned", ["minisat", "picosat"], []],
  ["minisat and cadical, learned", ["minisat", "cadical"], []],
  ["minisat, no cutoff", ["minisat"], ["--policy", "never"]],
  ["picosat, no cutoff", ["picosat"], ["--policy", "never"]],
  ["cadical, no cutoff", ["cadical"], ["--policy", "never"]],
];

/**
 * `npm run bench solvers`: solvers from Debian's packages over all 500 files of each of SATLIB's halves, exit
 * code 10 as success, two jobs, one seed. Formulas as small as these take hardly longer than a start.
 */
export async function benchSolvers() {
  for (const archive of archives) {
    if (!existsSync(join(satlib, archive))) {
      console.log(`\nsolvers: ${join(satlib, archive)} is not here`);
      continue;
    }
    const folder = mkdtempSync(join(tmpdir(), "mulligan-bench-"));
    try {
      execFileSync("tar", ["-xzf", join(satlib, archive), "-C", folder]);
      const files = readdirSync(folder, { recursive: true })
        .filter((name) => name.endsWith(".cnf"))
        .sort()
        .map((name) => join(folder, name));
      await compare(archive, files);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

async function compare(archive, files) {
  title(`solvers: ${archive}`, ["contestant", "solved", "tries", "seconds", "exit code", "solved by each"]);
  for (const [label, names, options] of contestants) {
    const chosen = names.flatMap((name) => ["--arm", `${name}=${arms[name]}`]);
    const run = await mulliganRun([...options, "--success", "10", "--jobs", "2", ...chosen, ":::", ...files]);
    const { solved, tasks, tries } = run.summary;
    const each = run.summary.arms.map((arm) => `${arm.name} ${arm.solved}`).join(", ");
    row([label, `${solved} of ${tasks}`, tries, run.seconds.toFixed(1), run.code, each]);
  }
}
