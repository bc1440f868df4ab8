import { availableParallelism } from "node:os";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shellHint } from "../../src/processes/program-command.ts";
import { readJobs } from "../../src/run/plan.ts";
import {
  fillCommand,
  fillIn,
  inputsOf,
  mentionsInput,
  placesIn,
  withInputs,
} from "../../src/run/programs.ts";
import { ProductList } from "../../src/tasks/input-list.ts";

const words = { seed: 7, inputs: ["dir.d/sub/x.tar.gz"], number: 12, slot: 3, arm: "fast", tmp: "/t" };

test.each([
  ["{}", "dir.d/sub/x.tar.gz"],
  ["{input}", "dir.d/sub/x.tar.gz"],
  ["{.}", "dir.d/sub/x.tar"],
  ["{/}", "x.tar.gz"],
  ["{//}", "dir.d/sub"],
  ["{/.}", "x.tar"],
  ["{#}-{arm}-{seed}:{tmp}%{%}", "12-fast-7:/t%3"],
  ["{1} {1.} {1/} {1//} {1/.}", "dir.d/sub/x.tar.gz dir.d/sub/x.tar x.tar.gz dir.d/sub x.tar"],
  ["{}{}", "dir.d/sub/x.tar.gzdir.d/sub/x.tar.gz"],
  ["{other} {2} {0} { } {{}}", "{other} {2} {0} { } {dir.d/sub/x.tar.gz}"],
])("%s stands for %s", (word, text) => {
  expect(fillIn(word, words)).toBe(text);
});

test.each([
  ["a.b/c", "a.b/c"],
  [".bashrc", ".bashrc"],
  ["x", "x"],
  ["x.", "x"],
])("without its ending %s is %s", (input, text) => {
  expect(fillIn("{.}", { ...words, inputs: [input] })).toBe(text);
});

test("what is put in is not looked at again, and stays one word", () => {
  expect(fillIn("<{}>", { ...words, inputs: ["{seed} {#}"] })).toBe("<{seed} {#}>");
});

test("a command asks for its input by any of its places, and not by others", () => {
  expect(["{}", "{.}", "{/}", "{//}", "{/.}", "{input}"].every((word) => mentionsInput([word], 1))).toBe(
    true,
  );
  expect([mentionsInput(["a{2/}"], 2), mentionsInput(["a{2/}"], 1)]).toEqual([true, false]);
  expect(mentionsInput(["{seed}", "{arm}", "{tmp}", "{#}"], 1)).toBe(false);
  expect([...placesIn(["a{tmp}", "{seed}{tmp}"])].sort()).toEqual(["seed", "tmp"]);
});

test("with several lists {} alone is a word for each, and within a word they are parted by spaces", () => {
  const two = { ...words, inputs: ["a/b.c", "d e"] };
  expect(fillCommand(["{}", "<{}>", "{/.}", "{2}", "{1/}"], two)).toEqual([
    "a/b.c",
    "d e",
    "<a/b.c d e>",
    "b",
    "d e",
    "d e",
    "b.c",
  ]);
});

test("the name of a combination has its words, whatever they are", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), (parts) => {
      const name = new ProductList(parts.map((part) => [part])).at(0)!;
      expect(inputsOf(name, parts.length)).toEqual(parts);
    }),
  );
});

test.each([
  [["echo"], 1, ["echo", "{}"]],
  [["x", "{seed}"], 1, ["x", "{seed}", "{}"]],
  [["x", "{#}"], 1, ["x", "{#}"]],
  [["x", "{%}"], 1, ["x", "{%}"]],
  [["x", "{2}"], 2, ["x", "{2}"]],
  [["grep", "a{3}", "{}"], 1, ["grep", "a{3}", "{}"]],
])("the command %j with %s list of inputs is %j", (command, lists, expected) => {
  expect(withInputs([{ name: "x", command }], lists)).toEqual([{ name: "x", command: expected }]);
});

test.each([
  [["cp", "{1}", "{2}"], "run: {2} must have its own list of inputs after :::, got 1"],
  [["grep", "a{3}"], "run: {3} must have its own list of inputs after :::, got 1; next to {} it would stay"],
  [["cat", "{file}"], "run: {file} is no placeholder for the input; write {} where the input belongs"],
])("%j with one list of inputs is refused", (command, message) => {
  expect(() => withInputs([{ name: "x", command }], 1)).toThrow(message);
});

test.each([
  [["cd /tmp"], "bash -c 'cd /tmp'"],
  [["cd", "/tmp"], "bash -c 'cd /tmp'"],
  [["a|b"], "bash -c 'a|b'"],
  [["a>b"], "bash -c 'a>b'"],
  [["a;b"], "bash -c 'a;b'"],
  [["$(a)"], "bash -c '$(a)'"],
  [["./*.sh"], "bash -c './*.sh'"],
  [["no-such", "&&", "b"], "bash -c 'no-such && b'"],
  [["no-such", "b"], undefined],
])("of %j that cannot be started the hint is %s", (command, script) => {
  const hint = script === undefined ? "" : `; commands start without a shell: use ${script}`;
  expect(shellHint(command)).toBe(hint);
});

test("jobs are a number or a share of the cores, one at least", () => {
  expect(readJobs("3")).toBe(3);
  expect(readJobs("100%")).toBe(availableParallelism());
  expect(readJobs("1%")).toBe(1);
  expect(() => readJobs("0%")).toThrow(
    '--jobs: must be a number, or a share of the cores such as 100%, got "0%"',
  );
  expect(() => readJobs("x")).toThrow("--jobs: must be a whole number from 1 to 10000");
});
