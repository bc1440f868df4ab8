import fc from "fast-check";
import { expect, test } from "vitest";
import { InputIndex, LineList, ProductList } from "../../src/tasks/input-list.ts";

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

test("a product has all combinations, the last list varying fastest, and none beyond", () => {
  const product = new ProductList([["a", "b c"], ["1", "2", "3"], ["x"]]);
  const all = ["a 1 x", "a 2 x", "a 3 x", "'b c' 1 x", "'b c' 2 x", "'b c' 3 x"];
  expect([...product]).toEqual(all);
  expect([product.length, product.at(4), product.at(6), product.at(-1)]).toEqual([
    6,
    all[4],
    undefined,
    undefined,
  ]);
  expect([...new ProductList([["a"], []])]).toEqual([]);
});

test("a product of a million is not built, and one of more than five million is refused", () => {
  const thousand = Array.from({ length: 1_000 }, (_, i) => `${i}`);
  const before = process.memoryUsage().heapUsed;
  const product = new ProductList([thousand, thousand]);
  expect([product.length, product.at(999_999)]).toEqual([1_000_000, "999 999"]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2 ** 22);
  expect(() => new ProductList([thousand, thousand, ["a", "b", "c", "d", "e", "f"]])).toThrow(
    "run: there must be at most 5000000 combinations of inputs, got 6000000",
  );
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
