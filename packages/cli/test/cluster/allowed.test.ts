import { expect, test } from "vitest";
import { checkAllowed } from "../../src/cluster/serve-cluster.ts";

const program = (...command: string[]) => [{ name: "arm", command }];

test("a program is allowed by its first word, letter by letter", () => {
  const check =
    (allowed: string[], ...command: string[]) =>
    () =>
      checkAllowed(program(...command), allowed);
  expect(check(["minisat"], "minisat", "{input}")).not.toThrow();
  expect(check(["minisat", "/bin/x"], "/bin/x")).not.toThrow();
  for (const first of ["minisat ", "Minisat", "/usr/bin/minisat", "./minisat", "mini", "minisatt", ""]) {
    expect(check(["minisat"], first)).toThrow(/does not allow this program, it allows minisat/);
  }
  expect(check([], "minisat")).toThrow(/it allows none/);
});

test("a place in the first word is refused, whatever is allowed: a task would name the program", () => {
  for (const place of ["{input}", "{}", "{arm}", "mini{seed}"]) {
    expect(() => checkAllowed(program(place), [place])).toThrow(/does not allow/);
  }
});

test("all arms must be allowed", () => {
  expect(() => checkAllowed([...program("a"), ...program("b")], ["a"])).toThrow(/^b: /);
});
