import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connectRedis, namesOf, parseRedisUrl } from "@mulligan/cluster";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pause, startCommand } from "../../../../soak/started.mjs";
import { withRedis } from "../../../../test/with-redis.ts";
import { newFolder } from "../new-folder.ts";
import { startMulligan } from "../start-command.ts";

const SLEEPER = "sleep 0.0$((RANDOM % 5 + 1)); echo out $0; echo err $0 >&2";

withRedis("run on a cluster", (redis) => {
  let worker: ReturnType<typeof startCommand>;
  const newWorker = async () => {
    const started = startCommand(["worker", "--redis", redis().url, "--jobs", "2", "--allow", "bash"]);
    // It says that it is there.
    await new Promise((resolve) => started.child.stderr.once("data", resolve));
    return started;
  };
  beforeAll(async () => {
    worker = await newWorker();
  });
  afterAll(async () => {
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toMatchObject({ code: 0 });
  });
  const run = (...words: string[]) => startCommand(["run", "--redis", redis().url, ...words]);

  test("simulate gives the document that it gives without a cluster, letter by letter", () => {
    const words = [
      "simulate",
      "--law",
      "pareto(scale=1,shape=1.2)",
      "--horizon",
      "50",
      "--runs",
      "3",
      "--json",
    ];
    const there = startMulligan([...words, "--redis", redis().url]);
    expect(there).toMatchObject({ code: 0, stderr: "" });
    expect(there).toEqual(startMulligan(words));
  });

  test("tells of its tasks as on one machine: lines, outputs and a table", async () => {
    const results = newFolder();
    const words = [
      "--json",
      "--results",
      results,
      "--",
      "bash",
      "-c",
      SLEEPER,
      "{input}",
      ":::",
      "a",
      "b",
      "c",
    ];
    const { code, lines } = await run(...words).ended;
    expect(code).toBe(0);
    const tasks = lines.filter(({ type }) => type === "task");
    expect(tasks.map(({ input }) => input).sort()).toEqual(["a", "b", "c"]);
    expect(tasks.every(({ solved, arm, result }) => solved && arm === "bash" && result !== undefined)).toBe(
      true,
    );
    expect(lines.at(-1)).toMatchObject({ type: "summary", tasks: 3, solved: 3, stopped: "done" });
    const files = readdirSync(results).sort();
    expect(files).toHaveLength(6);
    expect(files.map((file) => readFileSync(join(results, file), "utf8"))).toEqual(
      ["a", "b", "c"].flatMap((input) => [`err ${input}\n`, `out ${input}\n`]),
    );
  });

  test("a program that no worker allows ends the run with the reason, and is not run", async () => {
    const { code, stderr } = await run("--json", "--", "touch", "/nowhere/x", ":::", "a").ended;
    expect(code).toBe(2);
    expect(stderr).toContain("touch: a worker does not allow this program, it allows bash");
  });

  test("a policy that does not add up is refused with the reason", async () => {
    const words = ["--policy", "hidden-types", "--", "bash", "-c", "true", ":::", "a"];
    const { code, stderr } = await run(...words).ended;
    expect(code).toBe(2);
    expect(stderr).toContain("hidden-types: its statistics do not add up across machines");
  });

  test("a budget that is spent, and Ctrl-C, end it with their codes within two seconds", async () => {
    const endless = ["--json", "--cutoffs", "1h", "--", "bash", "-c", "sleep 60", ":::", "a"];
    const budget = await run("--budget", "1s", ...endless).ended;
    expect(budget.code).toBe(124);
    const { child, ended } = run(...endless);
    await pause(2_000);
    const asked = performance.now();
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
    expect(performance.now() - asked).toBeLessThan(6_000); // two, and what a busy machine adds
  });

  test("what a worker that is asked to go was at is done by another", async () => {
    const other = await newWorker();
    const words = ["--json", "--cutoffs", "1h", "--", "bash", "-c", "sleep 0.3", ":::", ..."abcdefgh"];
    const { ended } = run(...words);
    await pause(1_500);
    other.child.kill("SIGTERM");
    expect((await other.ended).code).toBe(0);
    const { code, lines } = await ended;
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatchObject({ solved: 8 });
  });

  test("a run whose keys hold something else is one line and code 2", async () => {
    const admin = connectRedis(parseRedisUrl(redis().url, "test"), () => {});
    await admin.set(namesOf().run("taken").run, "no hash");
    const { code, stderr } = await run("--run-name", "taken", "--", "true", "{}", ":::", "a").ended;
    admin.disconnect();
    expect(stderr).toMatch(/^mulligan: redis:\S+: the keys of the run taken hold something else; [^\n]+\n$/);
    expect(code).toBe(2);
  });

  test("nothing of a password is in Redis, in a process list or in what is said", async () => {
    const admin = connectRedis(parseRedisUrl(redis().url, "test"), () => {});
    await admin.call("ACL", "SETUSER", "someone", "on", ">hunter22", "~*", "&*", "+@all");
    const url = redis().url.replace("//", "//someone:hunter22@");
    const env = { ...process.env, MULLIGAN_REDIS: url };
    const words = ["run", "--redis", "env", "--run-name", "secret", "--json", "--", "bash", "-c"];
    const { child, ended } = startCommand(
      [...words, "echo $MULLIGAN_REDIS; sleep 0.2", ":::", "a"],
      undefined,
      env,
    );
    const lines = readFileSync(`/proc/${child.pid}/cmdline`, "utf8");
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    const wrong = { ...env, MULLIGAN_REDIS: url.replace("22@", "23@") };
    const refused = await startCommand([...words, "true", ":::", "a"], undefined, wrong).ended;
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("WRONGPASS");
    const all = [lines, stderr, refused.stderr];
    for (const key of await admin.keys("*")) all.push(key, (await admin.dump(key)) ?? "");
    admin.disconnect();
    expect(all.join("\n")).not.toMatch(/hunter2/);
  });
});
