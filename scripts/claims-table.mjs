// The claims of a reproduction as a table for docs/reference/claims.md: node scripts/claims-table.mjs reproduction/claims.json
import { readFileSync } from "node:fs";
import { conditionalVerdict, measuredText } from "@mulligan/paper";

const [file] = process.argv.slice(2);
/** JSON has no ∞: the report writes it as a word. */
const revived = (_, value) => (value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);
const { claims } = JSON.parse(readFileSync(file, "utf8"), revived);
const escaped = (text) => text.replaceAll(/[*|_]/g, "\\$&");

console.log("| claim | measured (95%) | judged for | verdict |\n| --- | --- | --- | --- |");
for (const claim of claims) {
  const whose = claim.beyond ? "beyond the paper" : `\`${claim.label}\``;
  const measured = `${measuredText(claim)}: ${escaped(claim.quantity)}`;
  const verdict = conditionalVerdict(claim).replace(claim.verdict, `**${claim.verdict}**`);
  console.log(
    `| ${escaped(claim.statement)} (${whose}) | ${measured} | ${escaped(claim.judged)} | ${escaped(verdict).replaceAll("\\*", "*")} |`,
  );
}
