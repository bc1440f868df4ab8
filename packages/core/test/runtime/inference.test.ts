import { expectTypeOf, test } from "vitest";
import { type AttemptContext, type AttemptsFailedError, mulligan } from "../../src/index.ts";

// Checked by tsc; vitest runs them as well, so the values are real.
const quote = mulligan({
  arms: {
    east: async ({ signal, cutoffMs }) => ({ price: signal.aborted ? 0 : cutoffMs }),
    west: () => "sold out" as const,
  },
  reward(value, { arm, timeMs }) {
    expectTypeOf(value).toEqualTypeOf<{ price: number } | "sold out">();
    expectTypeOf(arm).toEqualTypeOf<"east" | "west">();
    expectTypeOf(timeMs).toEqualTypeOf<number>();
    return value === "sold out" ? 0.5 : 1;
  },
});

test("the result's type is that of any arm, without its promise", async () => {
  expectTypeOf(quote.execute).returns.resolves.toEqualTypeOf<{ price: number } | "sold out">();
  await quote.execute();
});

test("the names of the arms are known in events and stats", () => {
  expectTypeOf(quote.stats().arms).toHaveProperty("east");
  // @ts-expect-error there is no arm of that name
  quote.stats().arms.north;
  quote.on("decision", ({ arm }) => expectTypeOf(arm).toEqualTypeOf<"east" | "west">());
  quote.on("success", ({ value }) => expectTypeOf(value).toEqualTypeOf<{ price: number } | "sold out">());
  quote.on("failure", ({ error }) =>
    expectTypeOf(error).toEqualTypeOf<AttemptsFailedError<"east" | "west">>(),
  );
  // @ts-expect-error there is no event of that name
  quote.on("timeout", () => {});
});

test("an arm that names the type of its input makes execute ask for that", async () => {
  const double = mulligan({ arms: { only: ({ input }: AttemptContext<number>) => 2 * input } });
  expectTypeOf(double.execute).parameter(0).exclude<undefined>().toHaveProperty("input");
  await double.execute({ input: 21 });
  // @ts-expect-error a string is no number
  await double.execute({ input: "21" });
  // @ts-expect-error the arm wants a number
  await double.execute().catch(() => {});
  // @ts-expect-error and nothing else will do
  await double.execute({ deadline: 5 }).catch(() => {});
});

test("arms that want different inputs do not mix; one that wants none goes with any", async () => {
  const text = ({ input }: AttemptContext<string>) => input.length;
  const number = ({ input }: AttemptContext<number>) => input;
  // @ts-expect-error a call cannot be both
  mulligan({ arms: { text, number } });
  const mixed = mulligan({ arms: { number, none: () => 1 } });
  expectTypeOf(mixed.execute).parameter(0).toHaveProperty("input").toEqualTypeOf<number>();
  await mixed.execute({ input: 1 });
});

test("an input of which nothing was said is unknown, never any, and may be left out", async () => {
  const plain = mulligan({
    arms: {
      only: ({ input }) => {
        expectTypeOf(input).toEqualTypeOf<unknown>();
        return 1;
      },
    },
  });
  await plain.execute();
  await plain.execute({ input: "anything" });
});

test("an arm must be a function, and options must be known", () => {
  // @ts-expect-error not a function
  () => mulligan({ arms: { only: 1 } });
  // @ts-expect-error misspelt
  () => mulligan({ arms: { only: () => 1 }, maxAtempts: 3 });
});
