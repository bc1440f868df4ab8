// The claims of a reproduction: all of them into docs/reference/claims.csv, and a table of those that do not simply hold
// to standard output, for docs/reference/claims.md. node scripts/claims-table.mjs reproduction/claims.json [CSV]
import { readFileSync } from "node:fs";
import { conditionalVerdict, measuredText } from "@mulligan/paper";
import { row, writeCsv } from "../bench/report.mjs";

const [file, csv = "docs/reference/claims.csv"] = process.argv.slice(2);
/** JSON has no ∞: the report writes it as a word. */
const revived = (_, value) => (value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);
const { claims } = JSON.parse(readFileSync(file, "utf8"), revived);
const whereOf = ({ beyond, label }) => (beyond ? "beyond the paper" : label);
const escaped = (text) => text.replaceAll(/[*|_]/g, "\\$&");

writeCsv(csv, [
  ["claim", "where", "verdict", "measured", "quantity", "judged_for"],
  ...claims.map((claim) => [
    claim.statement,
    whereOf(claim),
    conditionalVerdict(claim),
    measuredText(claim),
    claim.quantity,
    claim.judged,
  ]),
]);
const counts = new Map();
for (const { verdict } of claims) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
console.log(
  `${claims.length} claims: ${[...counts].map(([verdict, count]) => `${count} ${verdict}`).join(", ")}\n`,
);
row(["claim", "where", "verdict"]);
row(["---", "---", "---"]);
for (const claim of claims.filter(({ verdict }) => verdict !== "holds")) {
  row([escaped(claim.statement), whereOf(claim), escaped(conditionalVerdict(claim))]);
}
