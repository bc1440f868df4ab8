import fc from "fast-check";
import { expect, test } from "vitest";
import { InputIndex, LineList } from "../../src/tasks/input-list.ts";

/** How lines were read before they stayed bytes. */
const split = (text: string) =>
  text
    .split("\n")
    .map((line) => line.replace(/\r$/, ""))
    .filter((line) => line !== "");

test("the lines of a text are those that split gives, without empty ones", () => {
  const part = fc.constantFrom("a", "ü", "😀", " ", "\r", "\n", "\r\n", "\n\n");
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join("");
      const lines = new LineList(Buffer.from(text));
      expect([...lines]).toEqual(split(text));
      expect(lines.length).toBe(split(text).length);
      expect(lines.at(lines.length)).toBeUndefined();
    }),
  );
});

test("a list of lines includes its lines, and no parts of them", () => {
  const lines = new LineList(Buffer.from("one\ntwo"));
  expect(["one", "two", "on", "", "one\ntwo"].map((input) => lines.includes(input))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("an index finds the first place of each input, and nothing else", () => {
  const input = fc.oneof(fc.string(), fc.constantFrom("a", "b", "toString", "__proto__", "é"));
  fc.assert(
    fc.property(fc.array(input), input, (inputs, other) => {
      const index = new InputIndex(inputs);
      for (const [place, name] of inputs.entries()) expect(index.add(place, name)).toBe(inputs.indexOf(name));
      for (const name of [...inputs, other]) expect(index.find(name) ?? -1).toBe(inputs.indexOf(name));
    }),
  );
});
