import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lawNotations, parseLaw } from "@mulligan/core/distributions";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";

/** What is typed before TAB, and the last word as it must be then: all else would be another word. */
const lines: [string, string][] = [
  ["mulligan simul", "simulate"],
  ["mulligan run --policy quan", "quantile"],
  ["mulligan sat --sched", "--schedule"],
  ["mulligan run --reward last", "last-number"],
  ["mulligan sat --arm prob", "probsat"],
  ["mulligan reproduce --quick uf", "uf100"],
  ["mulligan completion zs", "zsh"],
];
const expected = lines.map(([, word]) => word);
const scriptFor = async (shell: string) => (await mulligan(["completion", shell])).stdout;
const pressTab = fileURLToPath(new URL("press-tab.zsh", import.meta.url));

test("bash completes commands, options and what follows them, laws also within quotes; files are left to readline", async () => {
  const others: [string, string][] = [
    ["mulligan reproduce --data ", "compopt -o default"],
    ["mulligan analyze ", "compopt -o default"],
    ["mulligan analyze --by ", "arm instance"],
    // After an option whose values are not known, too.
    ["mulligan theory --resetting ", "none constant\\(0.1\\) proportional\\(0.2\\)"],
    ["mulligan theory --law expo", "exponential\\(mean=1\\)"],
    ['mulligan simulate --law "par', "pareto(scale=1,shape=1.2)"],
    ["mulligan simulate --policy luby:ba", "base=1"],
  ];
  const all = [...lines, ...others];
  // A line that ends with a blank has a last word that is empty.
  const probes = all.map(
    ([line]) =>
      `COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; read -ra COMP_WORDS <<< "$COMP_LINE"; ${line.endsWith(" ") ? 'COMP_WORDS+=("");' : ""} COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); said=""; _mulligan; echo "$said\${COMPREPLY[*]}"`,
  );
  const script = [await scriptFor("bash"), 'compopt() { said="compopt $*"; }', ...probes].join("\n");
  const said = execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n");
  expect(said).toEqual(all.map(([, words]) => words));
});

test("zsh does, with the script in a folder of its fpath, and takes it sourced", async ({ skip }) => {
  if (!existsSync("/usr/bin/zsh")) return skip("zsh is not installed");
  const folder = newFolder();
  const file = join(folder, "_mulligan");
  writeFileSync(file, await scriptFor("zsh"));
  const typed = lines.map(([line]) => line);
  const output = execFileSync("/usr/bin/zsh", ["-f", pressTab, folder, ...typed], { encoding: "utf8" });
  const words = output.trim().split("\n");
  expect(words.map((line) => line.trim().split(" ").at(-1))).toEqual(expected);
  const source = `autoload -U compinit; compinit -u -D; source ${file}; print \${_comps[mulligan]}`;
  expect(execFileSync("/usr/bin/zsh", ["-f", "-c", source], { encoding: "utf8" })).toBe("_mulligan\n");
});

test("fish does, and finds nothing to complain of", async ({ skip }) => {
  if (!existsSync("/usr/bin/fish")) return skip("fish is not installed");
  const script = [await scriptFor("fish"), ...lines.map(([line]) => `complete -C '${line}'`)].join("\n");
  const output = execFileSync("/usr/bin/fish", ["--no-config", "-c", `begin\n${script}\nend 2>&1`], {
    encoding: "utf8",
    env: { ...process.env, HOME: newFolder() },
  });
  const offered = output.split("\n").filter((line) => line !== "");
  expect(offered.map((line) => line.split("\t")[0])).toEqual(expected);
});

test("what --help hides is not completed", async () => {
  for (const shell of ["bash", "zsh", "fish"]) expect(await scriptFor(shell)).not.toMatch(/tiny/);
});

test("every law that is offered is one, and of every kind there is one", async () => {
  const [, offered] = /'theory --law'\) _mulligan_words '([^']*)'/.exec(await scriptFor("bash"))!;
  const laws = offered.split(" ");
  for (const law of laws) parseLaw(law, { empirical: () => [1] });
  const kinds = (texts: readonly string[]) => texts.map((text) => text.split("(")[0]).sort();
  expect(kinds(laws)).toEqual(kinds(lawNotations));
});
