import { expect, test } from "vitest";
import { run } from "./command.ts";

test("what is left unsolved is named, ten of them at most, and what --until asked for", async () => {
  const inputs = Array.from({ length: 13 }, (_, i) => `bad\u001b[31m${i}`);
  const words = ["--retries", "1", "--policy", "never", "--", "test", "{input}", "=", "good", ":::"];
  const { stderr } = await run([...words, "good", ...inputs]);
  expect(stderr).toContain("1 of 14 solved in 14 tries and ");
  expect(stderr).toMatch(/\nnot solved: bad\\u001b\[31m0, bad\\u001b\[31m1, .* and 3 more\n$/);
  const { stderr: fewer } = await run(["--until", "3", "--", "true", "{input}", ":::", "a", "b"]);
  expect(fewer).toContain("2 of 2 solved (3 were asked for) in ");
});

test("the cutoff in the table is the one that the time goes to, not that of the first tries", async () => {
  const { lines } = await run(["--json", "--", "sh", "-c", "sleep 0.1", ":::", ..."12345678"]);
  expect(lines.at(-1).arms[0].cutoff).toBeGreaterThan(100);
}, 30_000);

test("the table at the end names arm, cutoff, tries, solved, time and the cost without a cutoff", async () => {
  const { stderr, code } = await run([
    "--arm",
    "a=true {}",
    "--arm",
    "b=sh -c 'exit 0' {}",
    ":::",
    "1",
    "2",
    "3",
  ]);
  expect(code).toBe(0);
  expect(stderr.split("\n")[0].split(/ {2,}/)).toEqual([
    "arm",
    "cutoff",
    "tries",
    "cut",
    "solved",
    "time",
    "without cutoff",
  ]);
  expect(stderr).toContain("3 of 3 solved");
  expect(stderr).toMatch(
    /^time: of all tries; without cutoff: what the same successes would cost if no try were cut/m,
  );
});
