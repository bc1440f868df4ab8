import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));

test("the example of docs/reference/sat-library.md runs and prints a model", () => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(
    readFileSync(`${folder}../../docs/reference/sat-library.md`, "utf8"),
  )!;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", code!], {
    cwd: folder,
    encoding: "utf8",
  });
  const [, ...model] = printed.trim().split(" ").map(Number);
  for (const clause of [
    [1, -2],
    [2, 3],
    [-1, -3],
  ]) {
    expect(clause.some((literal) => model.includes(literal))).toBe(true);
  }
});
