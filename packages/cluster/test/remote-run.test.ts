import { hostname, userInfo } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { withRedis } from "../../../test/with-redis.ts";
import { keys } from "../src/documents.ts";
import {
  connectRedis,
  parseRedisUrl,
  RemoteRun,
  type RemoteRunSetting,
  readStatus,
  startClusterWorker,
  type TrialHandle,
  type WorkerSetting,
} from "../src/index.ts";

/** The work of a job, as the tests send it. */
interface Work {
  readonly name: string;
  readonly size: number;
  readonly forever?: boolean;
}
type Execute = (work: Work, trial: TrialHandle) => Promise<unknown>;

withRedis("a run and its workers", (redis) => {
  const place = () => parseRedisUrl(redis().url, "test");
  const needs = (label: string) => ({ labels: [label], programs: [], reads: false });
  let names = 0;
  /** Each test has a queue of its own, by its label. */
  const newLabel = () => `label${++names}`;

  async function startWorker(label: string, execute: Execute, words: Partial<WorkerSetting> = {}) {
    const worker = await startClusterWorker({
      place: place(),
      slots: 2,
      labels: [label],
      programs: [],
      kinds: { test: { open: () => ({ execute: (work, trial) => execute(work as Work, trial) }) } },
      refusal: () => undefined,
      lockMs: 1_000,
      notice() {},
      ...words,
    });
    onTestFinished(() => worker.close());
    return worker;
  }

  async function openRun(label: string, words: Partial<RemoteRunSetting> = {}) {
    const run = await RemoteRun.open({
      place: place(),
      name: `run-${label}`,
      document: { kind: "test", title: "a test", detail: {} },
      needs: needs(label),
      priority: 0,
      notice() {},
      progress: () => ({ done: 0, total: 1 }),
      onChange() {},
      ...words,
    });
    onTestFinished(() => run.close().catch(() => {}));
    return run;
  }

  const admin = () => {
    const client = connectRedis(place(), () => {});
    onTestFinished(() => client.disconnect());
    return client;
  };

  const value = async (job: { readonly result: Promise<{ readonly kind: string }> }) => {
    const result = await job.result;
    if (!("value" in result)) throw new Error(`no value, but ${result.kind}`);
    return result.value;
  };

  test("a job is executed once, and its result comes back whatever its size", async () => {
    const label = newLabel();
    let executed = 0;
    const worker = await startWorker(label, async ({ size }) => {
      executed += 1;
      return "x".repeat(size);
    });
    const run = await openRun(label);
    const first = run.jobs.submit({ size: 1 });
    expect(await value(first)).toBe("x");
    // Its slot is free again.
    expect(worker.info().busy).toBe(0);
    const sizes = [4_000, 100_000, 5_000_000];
    const jobs = sizes.map((size) => run.jobs.submit({ size }));
    const lengths = (await Promise.all(jobs.map(value))).map((text) => (text as string).length);
    expect([...lengths, executed]).toEqual([...sizes, 4]);
    for (const { id } of [first, ...jobs]) run.jobs.forget(id);
    await run.close();
    const left = await admin().keys(`*${label}*`);
    // BullMQ keeps its counters, the queue its entry; no job and no key of the run is left.
    expect(left.filter((key) => /run-label|blob/.test(key) && !/cancelled/.test(key))).toEqual([]);
  });

  test("bytes that do not match their name are as good as missing", async () => {
    const run = await openRun(newLabel());
    const { blobs } = run.jobs;
    const name = await blobs.put(Buffer.from("bytes"));
    await admin().set(keys.blob(name), "other bytes");
    expect(await blobs.get(name)).toBeUndefined();
    await blobs.put(Buffer.from("bytes"));
    expect(String(await blobs.get(name))).toBe("bytes");
  });

  test("every key in Redis expires within a day once no process is left", async () => {
    const label = newLabel();
    const begun = new Set<string>();
    const worker = await startWorker(label, async ({ name, forever }, { stop }) => {
      begun.add(name);
      if (forever) await new Promise((resolve) => stop.addEventListener("abort", resolve));
      return "y".repeat(10_000);
    });
    const run = await openRun(label);
    await value(run.jobs.submit({ name: "done" }));
    // Two under way, one that waits, and one that is to stop.
    const jobs = ["a", "b", "c"].map((name) => run.jobs.submit({ name, forever: true }));
    while (begun.size < 3) await pause(10);
    await run.stopJobs([jobs[0].id]);
    await value(jobs[0]);
    await worker.close();
    run.disconnect();
    const client = admin();
    const names = (await client.keys("*")).filter((key) => key.includes(label) || !key.includes("label"));
    expect(names.filter((key) => key.includes(":mulligan-")).length).toBeGreaterThan(3);
    const left = await Promise.all(names.map(async (key) => [key, await client.ttl(key)] as const));
    expect(left.filter(([, seconds]) => !(seconds >= -2 && seconds !== -1 && seconds <= 86_400))).toEqual([]);
  });

  test("a moved cutoff reaches the worker that executes the trial", async () => {
    const label = newLabel();
    await startWorker(
      label,
      (_, trial) =>
        new Promise((resolve) => {
          trial.onMove(() => trial.cutoff === Infinity && resolve("moved"));
          trial.started();
        }),
    );
    const run = await openRun(label);
    const job = run.jobs.submit({}, { onStart: () => run.move(job.id, Infinity) });
    expect(await value(job)).toBe("moved");
  });

  test("a stop ends the trials under way and drops the others", async () => {
    const label = newLabel();
    const begun: string[] = [];
    await startWorker(label, async ({ name }, { stop }) => {
      begun.push(name);
      await new Promise((resolve) => stop.addEventListener("abort", resolve));
      return "stopped";
    });
    const run = await openRun(label);
    const jobs = ["a", "b", "c", "d"].map((name) => run.jobs.submit({ name }));
    while (begun.length < 2) await pause(10);
    await run.stop();
    const kinds = (await Promise.all(jobs.map(({ result }) => result))).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["dropped", "dropped", "value", "value"]);
    expect(await run.jobs.submit({}).result).toEqual({ kind: "dropped" });
  });

  test("a trial that is stopped while its worker has no slot for it is dropped, and not sent again", async () => {
    const label = newLabel();
    const begun: string[] = [];
    const execute: Execute = async ({ name }, { stop }) => {
      begun.push(name);
      await new Promise((resolve) => stop.addEventListener("abort", resolve));
    };
    // All trials are for the first of two slots, so the worker takes a second one that waits.
    const work = {
      slotOf: () => 0,
      execute: (one: unknown, trial: TrialHandle) => execute(one as Work, trial),
    };
    await startWorker(label, execute, { kinds: { test: { open: () => work } } });
    const run = await openRun(label);
    const [first, second] = ["first", "second"].map((name) => run.jobs.submit({ name }));
    const client = admin();
    const active = async () => (await client.keys(`{mulligan}:*${label}*:active`))[0] ?? "none";
    while (begun.length < 1 || (await client.llen(await active())) < 2) await pause(10);
    const [holds, waits] = begun[0] === "first" ? [first, second] : [second, first];
    await run.stopJobs([waits.id]);
    // The run looks every few seconds, too.
    await expect.poll(() => run.jobs.lookUp(0).then(() => run.jobs.out), { timeout: 20_000 }).toBe(1);
    expect(await waits.result).toEqual({ kind: "dropped" });
    await run.stopJobs([holds.id]);
    expect((await holds.result).kind).toBe("value");
    expect(begun).toHaveLength(1);
  });

  test("a run that is started again gets no result of the earlier start, and the earlier trials are stopped", async () => {
    const label = newLabel();
    let [begun, stopped] = [0, 0];
    await startWorker(label, async ({ forever }, { stop }) => {
      if (forever) {
        begun += 1;
        await new Promise((resolve) => stop.addEventListener("abort", resolve));
        stopped += 1;
      }
      return forever ? "old" : "new";
    });
    const first = await openRun(label);
    for (const forever of [true, true, false]) void first.jobs.submit({ forever });
    while (begun < 2) await pause(10);
    first.disconnect();
    // Whatever stands in the queue, a new start is possible.
    const queue = (await admin().keys(`{mulligan}:*${label}*:id`))[0].replace(/:id$/, "");
    await admin().hset(`${queue}:someone/else/1`, "opts", "nonsense");
    await admin().rpush(`${queue}:wait`, "someone/else/1");
    const second = await openRun(label);
    const jobs = [1, 2, 3].map(() => second.jobs.submit({}));
    expect(await Promise.all(jobs.map(value))).toEqual(Array(3).fill("new"));
    expect(stopped).toBe(2);
  });

  test("what a worker that leaves has not finished is executed by another", async () => {
    const label = newLabel();
    const hold: Execute = async (_, { stop }) => {
      await new Promise((resolve) => stop.addEventListener("abort", resolve));
      return "never";
    };
    const first = await startWorker(label, hold);
    const run = await openRun(label);
    const jobs = [run.jobs.submit({}), run.jobs.submit({})];
    while (first.info().busy < 2) await pause(10);
    await startWorker(label, async () => "second");
    await first.close();
    expect(await Promise.all(jobs.map(value))).toEqual(["second", "second"]);
  });

  test("a Redis that has lost everything is told again", async () => {
    const label = newLabel();
    await startWorker(label, async ({ name }) => name);
    const run = await openRun(label);
    expect(await value(run.jobs.submit({ name: "before" }))).toBe("before");
    await admin().flushall();
    expect(await value(run.jobs.submit({ name: "after" }))).toBe("after");
  });

  test("a job that fails at three workers is given up with the reason", async () => {
    const label = newLabel();
    let tries = 0;
    await startWorker(label, async () => {
      tries += 1;
      throw new Error("out of paper");
    });
    const run = await openRun(label);
    const result = await run.jobs.submit({}).result;
    expect(result).toEqual({ kind: "failed", reason: "out of paper" });
    expect(tries).toBe(3);
  });

  test("workers that cannot do a run are named once and skipped; if all refuse, or none is there, that is said after five seconds", async () => {
    const missing: string[] = [];
    await openRun(newLabel(), { notice: (text) => missing.push(text) });
    const closed = newLabel();
    await startWorker(closed, async () => "no", { refusal: () => "it is closed" });
    const refused = (await openRun(closed)).jobs.submit({}).result.catch((error: Error) => error.message);
    const label = newLabel();
    const refuses = await startWorker(label, async () => "no", { refusal: () => "it is closed" });
    await startWorker(label, async () => "yes");
    const notices: string[] = [];
    const run = await openRun(label, { notice: (text) => notices.push(text) });
    expect(await Promise.all([1, 2, 3, 4].map(() => value(run.jobs.submit({}))))).toEqual(
      Array(4).fill("yes"),
    );
    // Meanwhile the refusal is written again.
    await expect.poll(() => missing, { timeout: 60_000 }).toHaveLength(1);
    expect(missing[0]).toMatch(/^no worker has (joined|the label)/);
    expect(notices).toEqual([`worker ${refuses.name} is not used: it is closed`]);
    expect(await refused).toBe("no worker can do this run: it is closed");
  });

  test("two runs share the slots: the second does not wait for the queue of the first", async () => {
    const label = newLabel();
    const order: string[] = [];
    await startWorker(label, async ({ name }) => {
      order.push(name);
      await pause(5);
    });
    const open = async (name: string) => {
      const run = await openRun(label, { name: `${name}-${label}` });
      const submit = () =>
        void run.jobs.submit({ name }).result.then(({ kind }) => {
          if (kind === "value") submit();
        });
      for (let out = 0; out < run.most; out++) submit();
      return run;
    };
    const large = await open("large");
    while (order.length < 20) await pause(5);
    const small = await open("small");
    const since = () => (order.includes("small") ? order.slice(order.indexOf("small")) : []);
    while (since().length < 60) await pause(5);
    const share = since().filter((name) => name === "small").length / since().length;
    await Promise.all([large.stop(), small.stop()]);
    // Half of the slots are its own, but for those that the other had taken before.
    expect(share).toBeGreaterThan(1 / 4);
  });

  test("status lists workers, and runs with their owner, host and process", async () => {
    const label = newLabel();
    const worker = await startWorker(label, async () => "done");
    const run = await openRun(label);
    await value(run.jobs.submit({}));
    const found = await readStatus(admin());
    expect(found.workers.find(({ name }) => name === worker.name)).toMatchObject({
      slots: 2,
      labels: [label],
    });
    const starter = { owner: userInfo().username, host: hostname(), process: process.pid };
    expect(found.runs.find(({ name }) => name === `run-${label}`)).toMatchObject({
      ...{ state: "open", total: 1, ...starter },
    });
  });

  test("a run that is started again goes on undisturbed by the first process, whose jobs are rejected", async () => {
    const label = newLabel();
    let [isReplaced, mayEnd] = [false, false];
    // The first job is told to stop. If it ended at once, its result might arrive before the first process knows that it is replaced.
    await startWorker(label, async ({ name }) => {
      while (name === "a" ? !isReplaced : !mayEnd) await pause(10);
      return "done";
    });
    const first = await openRun(label);
    const lost = first.jobs.submit({ name: "a" });
    const rejected = expect(lost.result).rejects.toThrow(
      `run-${label}: the run was ended in Redis, or started again by another process`,
    );
    const second = await openRun(label);
    await rejected;
    isReplaced = true;
    const job = second.jobs.submit({ name: "b" });
    await first.stop();
    mayEnd = true;
    expect(await value(job)).toBe("done");
  });
});
