import { expect, test } from "vitest";
import { cutoffAfterKey, spokenCutoff } from "../../src/story/give-up-figure.tsx";
import { drawSample } from "../../src/story/program.ts";
import { timeScale } from "../../src/story/time-scale.tsx";

const key = (name: string, extra = {}) => ({
  key: name,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...extra,
});

test("keys move the cutoff by tenths and whole seconds, to its ends, and beyond 12 s to none", () => {
  const moves: [number, string, number | undefined][] = [
    [3.3, "ArrowRight", 3.4],
    [3.3, "ArrowUp", 3.4],
    [3.3, "ArrowLeft", 3.2],
    [3.3, "PageUp", 4.3],
    [0.5, "PageDown", 0.2],
    [12, "ArrowRight", Infinity],
    [Infinity, "ArrowLeft", 12],
    [Infinity, "ArrowRight", Infinity],
    [3.3, "Home", 0.2],
    [3.3, "End", Infinity],
    [3.3, "a", undefined],
  ];
  for (const [from, name, to] of moves) expect(cutoffAfterKey(from, key(name)), name).toBe(to);
  expect(cutoffAfterKey(3.3, key("ArrowRight", { altKey: true })), "back in the history").toBeUndefined();
});

test("a place and its cutoff are each other's inverse, and the far right is no cutoff", () => {
  const scale = timeScale(800, 80);
  for (const cutoff of [0.2, 1, 3.3, 11.9, 12, Infinity]) {
    expect(scale.cutoffAt(scale.place(cutoff))).toBe(cutoff);
  }
  expect(scale.cutoffAt(-50)).toBe(0.2);
  expect(scale.cutoffAt(5_000)).toBe(Infinity);
});

test("the handle speaks in seconds and times", () => {
  const sample = drawSample();
  expect(spokenCutoff(sample, 3.5)).toBe("3.5 seconds: 1.7 times as much done as waiting");
  expect(spokenCutoff(sample, Infinity)).toBe("no cutoff: waiting for every run");
});
