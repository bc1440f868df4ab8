import { expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import type { AttemptContext } from "../../src/runtime/attempt.ts";
import {
  type CallAdvisor,
  type CallAdvisorOptions,
  callAdvisor,
  type SavedAdvisor,
} from "../../src/runtime/call-advisor.ts";
import { mulligan } from "../../src/runtime/mulligan.ts";
import type { MulliganOptions } from "../../src/runtime/options.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

/** What an attempt would take, and whether it succeeds: the same for the library and for the advisor. */
type Law = (call: number, attempt: number, arm: string) => { readonly ms: number; readonly ok: boolean };
interface Decided {
  readonly call: number;
  readonly attempt: number;
  readonly arm: string;
  readonly cutoffMs: number;
  readonly at: number;
}
type Options = Omit<CallAdvisorOptions, "arms">;

const ARMS = ["east", "west"];
const GAP_MS = 40;
/** Of the calls that have deadlines of their own, by number: hopeless, tight, ample, and longer than any attempt. */
const MIXED_MS = [8, 25, 60, 800, 20_000, 200_000];

/** Arms of which one is worse: most attempts are quick, some hang, some are refused. */
const law: Law = (call, attempt, arm) => {
  const random = stream(7, call, attempt, arm);
  const u = random.uniform();
  const ms = 5 + 10 * random.uniform();
  if (u < (arm === "east" ? 0.05 : 0.15)) return { ms: 1_000 + 10 * ms, ok: true };
  return { ms, ok: u < 0.97 };
};

/** The time that a call has, if its deadline is its own. */
type OwnDeadline = (call: number) => number | undefined;
const mixed: OwnDeadline = (call) => MIXED_MS[call % MIXED_MS.length];
const none: OwnDeadline = () => undefined;

async function byLibrary(options: Options, calls: number, deadlineOf: OwnDeadline): Promise<Decided[]> {
  const clock = virtualClock();
  const decided: Decided[] = [];
  const arm = async ({ input, attempt, arm: name, signal }: AttemptContext<number>) => {
    const { ms, ok } = law(input, attempt, name);
    await clock.sleep(ms, signal);
    if (!ok) throw new Error("refused");
  };
  const learner = mulligan({
    ...(options as MulliganOptions<Record<string, typeof arm>>),
    arms: Object.fromEntries(ARMS.map((name) => [name, arm])),
    clock,
    seed: options.seed ?? 1,
  });
  learner.on("decision", ({ execution, attempt, arm: name, cutoffMs }) =>
    decided.push({ call: execution, attempt, arm: name, cutoffMs, at: clock.now() }),
  );
  const all: Promise<unknown>[] = [];
  for (let call = 0; call < calls; call++) {
    const deadline = deadlineOf(call);
    const own = deadline === undefined ? {} : { deadline };
    all.push(learner.execute({ input: call, ...own }).catch(() => {}));
    await clock.until(clock.sleep(GAP_MS));
  }
  await clock.until(Promise.all(all));
  return decided;
}

/** The same by a caller of its own, who asks, waits and tells. At every tenth step the advisor is replaced by what it saved. */
async function byAdvisor(options: Options, calls: number, deadlineOf: OwnDeadline): Promise<Decided[]> {
  const clock = virtualClock();
  const decided: Decided[] = [];
  let advisor = callAdvisor({ ...options, arms: ARMS, earlyMs: 0 });
  let steps = 0;
  const step = (): CallAdvisor => {
    if (++steps % 10 !== 0) return advisor;
    const saved: SavedAdvisor = JSON.parse(JSON.stringify(advisor.save()));
    advisor = callAdvisor({ ...options, arms: ARMS, earlyMs: 0 }, saved);
    return advisor;
  };

  function execute(call: number): Promise<void> {
    return new Promise((resolve) => {
      const running = new Map<number, unknown>();
      const deadline = deadlineOf(call);
      const deadlineAt = clock.now() + (deadline ?? Infinity);
      let timer: unknown;
      let over = false;
      const finish = () => {
        over = true;
        clock.clearTimer(timer);
        for (const each of running.values()) clock.clearTimer(each);
        resolve();
      };
      const askIn = (ms: number) => {
        clock.clearTimer(timer);
        if (ms < Infinity) timer = clock.setTimer(ask, ms);
      };
      function ask(): void {
        if (over) return;
        const remainingMs = deadline === undefined ? undefined : deadlineAt - clock.now();
        const answer = step().begin({ call: String(call), remainingMs }, clock.now());
        if ("refused" in answer) {
          if (answer.waitMs === Infinity) finish();
          else askIn(answer.waitMs);
          return;
        }
        const { id, attempt, cutoffMs } = answer;
        const arm = ARMS[answer.arm];
        decided.push({ call, attempt, arm, cutoffMs, at: clock.now() });
        for (const cut of answer.cuts) {
          clock.clearTimer(running.get(cut));
          running.delete(cut);
        }
        const { ms, ok } = law(call, attempt, arm);
        running.set(
          id,
          clock.setTimer(() => {
            running.delete(id);
            step().observe(id, { timeMs: ms, reward: ok ? 1 : 0 }, clock.now());
            if (ok) finish();
            else ask();
          }, ms),
        );
        askIn(answer.askAfterMs);
      }
      if (deadline !== undefined) clock.setTimer(ask, deadline);
      ask();
    });
  }

  const all: Promise<unknown>[] = [];
  for (let call = 0; call < calls; call++) {
    all.push(execute(call));
    await clock.until(clock.sleep(GAP_MS));
  }
  await clock.until(Promise.all(all));
  return decided;
}

const rounded = (all: readonly Decided[]) =>
  all.map(({ at, cutoffMs, ...rest }) => ({
    ...rest,
    at: Number(at.toFixed(3)),
    cutoffMs: Number(cutoffMs.toFixed(3)),
  }));

test.each<[string, Options, OwnDeadline?]>([
  ["with the defaults", {}],
  ["with a large budget and no half-life", { maxExtraLoad: 5, halfLife: Infinity, seed: 3 }],
  ["with a deadline", { deadline: 800, seed: 4 }],
  ["for the slowest calls, with hedges", { objective: "p99", hedge: { maxExtraLoad: 0.5 }, seed: 5 }],
  ["for the slowest calls", { objective: "p99", seed: 5 }],
  ["with hedges", { hedge: { maxExtraLoad: 0.2 }, seed: 6 }],
  ["with deadlines of the calls' own", { seed: 7 }, mixed],
])(
  "the advisor decides as mulligan() does, for the same outcomes in the same order, also if it is saved and restored at every tenth step: %s",
  async (_, options, deadlineOf = none) => {
    const library = await byLibrary(options, 300, deadlineOf);
    expect(library.length).toBeGreaterThan(300);
    expect(library.some(({ attempt }) => attempt > 1)).toBe(true);
    expect(rounded(await byAdvisor(options, 300, deadlineOf))).toEqual(rounded(library));
  },
);
