import type { Estimate, Row } from "@mulligan/core";

/** The rows of an experiment as text: one line a policy, the share of the optimum at each horizon. */
export function policyTable(law: string, rows: readonly Row[]): string {
  const horizons = [...new Set(rows.map((row) => row.horizon))];
  const names = [...new Set(rows.map((row) => row.policy))];
  const head = ["policy", ...horizons.map((horizon) => `budget ${horizon.toLocaleString("en-US")}`)];
  const lines = names.map((name) => [
    name,
    ...horizons.map((horizon) => {
      const row = rows.find((entry) => entry.policy === name && entry.horizon === horizon);
      return row === undefined ? "" : percent(row.efficiency);
    }),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column].length)));
  const text = [head, ...lines].map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join("   "),
  );
  return `${law}: reward as a share of the best that a known law allows, ± its standard error\n\n${text.join("\n")}\n`;
}

function percent({ mean, standardError }: Estimate): string {
  return `${(100 * mean).toFixed(1)}% ± ${(100 * standardError).toFixed(1)}`;
}
