import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { jsonLines } from "../../call-command.ts";
import { newFolder } from "../../new-folder.ts";
import { inShell } from "../../start-command.ts";

test("README.md: its first demo has something to gain: slow runs are cut, with each of three seeds", () => {
  const readme = readFileSync(new URL("../../../../../README.md", import.meta.url), "utf8");
  const [program, waiting, learned] = /^```sh\n([\s\S]*?)^```$/m.exec(readme)![1].split("\n");
  expect(learned).toBe(waiting.replace(" --policy never", ""));
  // A run takes 50 ms or a second, which its seed decides: so it does on each machine.
  const runs = ["1", "2", "5"].map((seed) => `${learned.replace("--seed 5", `--seed ${seed} --json`)} &`);
  const { stdout } = inShell([program, ...runs, "wait"].join("\n"), [], newFolder());
  const summaries = jsonLines(stdout).filter(({ type }) => type === "summary");
  expect(summaries).toHaveLength(3);
  expect(Math.min(...summaries.map(({ cuts }) => cuts))).toBeGreaterThan(1);
});
