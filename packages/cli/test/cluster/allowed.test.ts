import { expect, test } from "vitest";
import { programRefusal } from "../../src/cluster/program-work.ts";

test("a program is allowed by its first word, letter by letter", () => {
  expect(programRefusal(["bash"], ["bash"])).toBeUndefined();
  expect(programRefusal(["bash", "/bin/sh"], ["bash", "/bin/sh"])).toBeUndefined();
  for (const first of ["bash ", "Bash", "/usr/bin/bash", "./bash", "bas", "bashh", ""]) {
    expect(programRefusal([first], ["bash"])).toMatch(/does not allow this program, it allows bash/);
  }
  expect(programRefusal(["bash"], [])).toMatch(/it allows none/);
});

test("a place in the first word is refused, whatever is allowed: a task would name the program", () => {
  for (const place of ["{input}", "{}", "{arm}", "bash{seed}"]) {
    expect(programRefusal([place], [place])).toMatch(/does not allow/);
  }
});

test("all arms must be allowed, and must be on the worker's machine", () => {
  expect(programRefusal(["bash", "sh"], ["bash"])).toMatch(/^sh: /);
  expect(programRefusal(["no-such-program"], ["no-such-program"])).toMatch(/cannot be started/);
});
