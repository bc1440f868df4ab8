import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExtraLoad } from "../../src/runtime/extra-load.ts";
import { calling } from "./calling.ts";

describe("a hedge", () => {
  /** Two attempts at most at a time; what is at odds with the scale hangs for a second. */
  function hedged(maxExtraLoad: number, slow: (call: number, attempt: number) => boolean) {
    const only = (attempt: number, call: number) => (slow(call, attempt) ? 1_000 : 10);
    return calling<number>({ only }, { hedge: { maxExtraLoad } });
  }

  test("starts a second attempt at the cutoff, lets the first run on, and takes the first to succeed", async () => {
    const { clock, calls } = hedged(1, (call, attempt) => call === 20 && attempt === 1);
    for (let call = 0; call < 20; call++) await clock.until(calls.execute({ input: call }));
    const before = clock.now();
    expect(await clock.until(calls.execute({ input: 20 }))).toBe(2);
    expect(clock.now() - before).toBeLessThan(100);
    // The loser was stopped when the other succeeded: no failure, no cut.
    expect(calls.stats().arms.only).toMatchObject({ cuts: 0, failures: 0, successes: 21 });
  });

  test("cuts nothing: a first attempt that is slow but good still wins", async () => {
    const { clock, calls } = hedged(1, (call) => call === 20);
    for (let call = 0; call < 20; call++) await clock.until(calls.execute({ input: call }));
    expect(await clock.until(calls.execute({ input: 20 }))).toBe(1);
  });

  test("is not made where the load forbids it; then the first attempt is cut, as without hedging", async () => {
    const { clock, calls } = hedged(0, (call, attempt) => call >= 20 && attempt === 1);
    let hedges = 0;
    calls.on("decision", ({ hedge }) => (hedges += hedge ? 1 : 0));
    for (let call = 0; call < 23; call++) await clock.until(calls.execute({ input: call }));
    expect(hedges).toBe(1); // the one token that a bucket starts with
    expect(calls.stats().arms.only).toMatchObject({ cuts: 2, successes: 23 });
  });

  test("keeps the bound over any window, however calls come: at most 1 + share·n in n executions", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.boolean(), { maxLength: 200 }),
        fc.nat(200),
        (share, steps, from) => {
          const load = new ExtraLoad(Infinity, share);
          let first = 0;
          let extra = 0;
          steps.forEach((isFirst, place) => {
            const counts = place >= from;
            if (isFirst) {
              load.countCall(0);
              if (counts) first += 1;
            } else if (load.takeHedge(0, false) && counts) extra += 1;
          });
          expect(extra).toBeLessThanOrEqual(1 + share * first + 1e-6);
        },
      ),
    );
  });
});
