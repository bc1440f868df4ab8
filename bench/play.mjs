import { runExperiment, stationary } from "@mulligan/core/simulate";
import { optimal, bestCutoff } from "@mulligan/core/theory";
import { geometricCutoffs, listCutoffs } from "@mulligan/core/problem";
import { table, drawn, armsOf } from "./laws.mjs";
const [which, runs = "10", sizes = "1e3,1e4", pols = "km-ts"] = process.argv.slice(2);
const sets = which === "table" ? Object.entries(table) : which === "drawn" ? Array.from({ length: 10 }, (_, i) => [`drawn${i + 1}`, drawn(i + 1)]) : [[which, table[which] ?? drawn(Number(which.replace("drawn", "")))]];
for (const [name, def] of sets) {
  const arms = armsOf(def); let best; try { best = optimal(arms); } catch (e) { console.log(name, e.message); continue; }
  const line = [name.padEnd(10)];
  for (const size of sizes.split(",").map(Number)) {
    const horizon = size / best.rate;
    for (const pol of pols.split("|")) {
      const [pname, opt] = pol.split(":");
      const t = Number.isFinite(best.cutoff) ? best.cutoff : arms[best.arm].law.time.quantile(0.9999); const nine = Array.from({ length: 9 }, (_, i) => i === 4 ? t : t * 10 ** ((i - 4) / 8));
      try {
      const row = runExperiment({ environment: stationary(arms), policies: [{ name: pname, options: opt ? Object.fromEntries(opt.split(",").map((s) => s.split("=").map((x, i) => i ? Number(x) : x))) : {}, ...(pname.startsWith("km") || pname==="imed" ? { cutoffs: "auto" } : { cutoffs: listCutoffs(nine) }) }], horizons: [horizon], runs: Number(runs), seed: 3 })[0];
      line.push(`${pol}@${size}: ${(100 * row.efficiency.mean).toFixed(1)}±${(100 * row.efficiency.standardError).toFixed(1)} (${(row.trials.mean / Math.max(1, row.completed.mean)).toFixed(1)})`);
      } catch (e) { line.push(`${pol}: ${e.message}`); }
    }
  }
  console.log(line.join("  "), ` t*=${best.cutoff.toPrecision(4)}`);
}
