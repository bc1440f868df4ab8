// The claims of a reproduction as a table for docs/reproduction.md: node scripts/claims-table.mjs reproduction/claims.json
import { readFileSync } from "node:fs";

const [file] = process.argv.slice(2);
const { claims } = JSON.parse(readFileSync(file, "utf8"));
const number = (value) => {
  if (typeof value === "string") return value === "inf" ? "∞" : "−∞";
  const size = Math.abs(value);
  if (size >= 1e5 || (size > 0 && size < 1e-3)) return value.toExponential(1).replace("e+", "e");
  return String(size >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
};
const escaped = (text) => text.replaceAll("*", "\\*").replaceAll("|", "\\|").replaceAll("_", "\\_");

console.log("| claim | measured (95%) | verdict |\n| --- | --- | --- |");
for (const { label, statement, quantity, estimate, low, high, verdict, condition, beyond } of claims) {
  const interval = low === high ? "exact" : `${number(low)} to ${number(high)}`;
  const what = `${number(estimate)} (${interval}): ${escaped(quantity)}`;
  const whose = beyond ? "beyond the paper" : `\`${label}\``;
  const judged = condition === undefined ? `**${verdict}**` : `**${verdict}** ${escaped(condition)}`;
  console.log(`| ${escaped(statement)} (${whose}) | ${what} | ${judged} |`);
}
