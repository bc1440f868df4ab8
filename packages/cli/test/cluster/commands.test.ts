import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { connectRedis, parseRedisUrl } from "@mulligan/cluster";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { writeFormulas } from "../../../../soak/cluster/formulas.mjs";
import { PROC } from "../../../../soak/marked.mjs";
import { pause, startCommand } from "../../../../soak/started.mjs";
import { withRedis } from "../../../../test/with-redis.ts";
import { newFolder } from "../new-folder.ts";
import { startMulligan } from "../start-command.ts";

/** A command that is killed when the test is over, if it is still there. */
function start(words: readonly string[], env = process.env) {
  const started = startCommand(words, undefined, env);
  onTestFinished(() => void started.child.kill("SIGKILL"));
  return started;
}

function adminOf(url: string) {
  const admin = connectRedis(parseRedisUrl(url, "test"), () => {});
  onTestFinished(() => admin.disconnect());
  return admin;
}

withRedis("run on a cluster", (redis) => {
  let worker: ReturnType<typeof startCommand>;
  beforeAll(() => {
    worker = startCommand(["worker", "--redis", redis().url, "--jobs", "2", "--allow", "bash"]);
  });
  afterAll(async () => {
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("draining for 30s"),
    });
  });
  const run = (options: string, ...words: string[]) =>
    start(["run", "--redis", redis().url, ...options.split(" "), ...words]);

  test("--idle TIME cuts a silent try on a worker, and the range of a reward is known there", async () => {
    // On a busy machine it takes a while until a program prints.
    const options = "--json --retries 1 --policy never --idle 3s --reward last-number --reward-range 0..10";
    const { lines } = await run(options, "--", "bash", "-c", "echo 5; sleep $0", "{}", ":::", "100", "0")
      .ended;
    const tasks = lines.filter(({ type }) => type === "task").sort((a, b) => b.input - a.input);
    expect(tasks[0]).toMatchObject({ input: "100", solved: false, tries: 1, cut: "idle" });
    expect(tasks[1]).toMatchObject({ input: "0", solved: true, reward: 0.5, score: 5 });
    expect(lines.at(-1)).toMatchObject({ idleCuts: 1 });
  });

  test("a program that ended before its worker could cut it is recorded with its time", async () => {
    const journal = join(newFolder(), "journal");
    const options = "--cutoffs 0.001ms,0.002ms --until 1 --budget 60s --state";
    await run(options, journal, "--", "bash", "-c", ":").ended;
    const [, ...trials] = readFileSync(journal, "utf8").trim().split("\n");
    expect(trials).not.toEqual([]);
    for (const { completed, cutoff, time } of trials.map((line) => JSON.parse(line))) {
      expect(time).toBeGreaterThan(0.05);
      if (completed === 1) expect(cutoff).toBe(time);
    }
  });

  test("prints the lines, reasons, outputs and joblog that it does on one machine, and names the worker of each trial", async () => {
    const [results, folder] = [newFolder(), newFolder()];
    const [journal, log] = [join(folder, "journal"), join(folder, "log")];
    const script = 'echo "$2$1"; test $1 = bad && echo why >&2 && exit 3; test $1 = slow && sleep 60; true';
    const options = "--json --policy never --timeout 2s --retries 1";
    const { code, lines, stderr } = await run(
      `${options} --joblog ${log} --state ${journal} --results ${results}`,
      ...["--", "bash", "-c", script, "x", "{2}", "{1}", ":::", "a b", ":::", "good", "bad", "slow"],
    ).ended;
    expect(code).toBe(1);
    const tasks = lines.filter(({ type }) => type === "task");
    expect(tasks.map(({ input, exit, stderr: why }) => [input, exit, why]).sort()).toEqual([
      ["'a b' bad", 3, "why"],
      ["'a b' good", undefined, undefined],
      ["'a b' slow", "cut", undefined],
    ]);
    const reason = "'a b' bad: given up after 1 try, the last ended with exit code 3\n  | why\n";
    expect(stderr).toContain(`mulligan: ${reason}`);
    const rows = readFileSync(log, "utf8").trimEnd().split("\n").slice(1);
    const ends = rows
      .map((row) => row.split("\t"))
      .map(([seq, host, , , , received, exit]) => [seq, received, exit, host !== ":"]);
    expect(ends.sort()).toEqual([
      ["1", "8", "0", true],
      ["2", "7", "3", true],
      ["3", "8", "-1", true],
    ]);
    const { workers, tries } = lines.at(-1);
    expect(workers).toMatchObject([{ trials: tries }]);
    const names = readFileSync(journal, "utf8").match(/"worker":"[^"]+"/g);
    expect(names).toEqual(Array(tries).fill(`"worker":"${workers[0].worker}"`));
    const outputs = readdirSync(results).map((file) => readFileSync(join(results, file), "utf8"));
    expect(outputs).toContain("a bgood\n");
  });

  test.each([
    ["touch /nowhere/x", 2, "touch: a worker does not allow this program, it allows bash"],
    ["bash {%}", 2, "run: {%} must not be used with --redis, since each worker has slots of its own"],
  ])("%s ends the run with the reason, and is not run", async (program, expected, reason) => {
    const { code, stderr } = await run("--json", "--", ...program.split(" "), ":::", "a").ended;
    expect(code).toBe(expected);
    expect(stderr).toContain(reason);
  });

  test("a budget that is spent, and Ctrl-C, end it with their codes, long before its program would end", async () => {
    const begun = join(newFolder(), "begun");
    const endless = (input: string) => ["--", "bash", "-c", "touch $0; sleep 600", ":::", input];
    expect((await run("--json --cutoffs 1h --budget 1s", ...endless("/dev/null")).ended).code).toBe(124);
    const { child, ended } = run("--json --cutoffs 1h", ...endless(begun));
    while (!existsSync(begun)) await pause(20);
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
  });

  test("nothing of a password is in Redis, in a process list or in what is said", async () => {
    const admin = adminOf(redis().url);
    await admin.call("ACL", "SETUSER", "someone", "on", ">hunter22", "~*", "&*", "+@all");
    const url = redis().url.replace("//", "//someone:hunter22@");
    const env = { ...process.env, MULLIGAN_REDIS: url };
    const words = ["run", "--redis", "env", "--json", "--", "bash", "-c"];
    const { child, ended } = start([...words, "echo $MULLIGAN_REDIS; sleep 0.2", ":::", "a"], env);
    const lines = existsSync(PROC) ? readFileSync(`${PROC}/${child.pid}/cmdline`, "utf8") : "";
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    const wrong = { ...env, MULLIGAN_REDIS: url.replace("22@", "23@") };
    const refused = await start([...words, "true", ":::", "a"], wrong).ended;
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("WRONGPASS") });
    const all = [lines, stderr, refused.stderr];
    for (const key of await admin.keys("*")) all.push(key, (await admin.dump(key)) ?? "");
    expect(all.join("\n")).not.toMatch(/hunter2/);
  });

  test("a worker keeps its own secrets from programs, unless --env names them", async () => {
    const secrets = { MULLIGAN_REDIS: redis().url, MULLIGAN_TOKEN: "0123456789abcdef" };
    const env = { ...process.env, ...secrets, OTHER: "other" };
    const script = 'echo "[\\"$MULLIGAN_REDIS\\",\\"$MULLIGAN_TOKEN\\",\\"$OTHER\\"]"';
    const seenWith = async (label: string, ...words: string[]) => {
      const given = ["worker", "--redis", "env", "--jobs", "1", "--allow", "bash", "--label", label];
      start([...given, ...words], env);
      const { code, lines } = await run(`--needs ${label} --`, "bash", "-c", script, ":::", "a").ended;
      return [code, ...lines];
    };
    const named = ["--env", "MULLIGAN_REDIS", "--env", "MULLIGAN_TOKEN"];
    expect(await Promise.all([seenWith("all"), seenWith("named", ...named)])).toEqual([
      [0, ["", "", "other"]],
      [0, [...Object.values(secrets), ""]],
    ]);
  });

  test("the folders of --out and what --stdin-from names are where the user has them, and no file is read elsewhere", async () => {
    const [out, inputs, elsewhere] = [newFolder(), newFolder(), newFolder()];
    writeFileSync(join(inputs, "a"), "hello\n");
    writeFileSync(join(elsewhere, "secret"), "secret\n");
    symlinkSync(join(elsewhere, "secret"), join(inputs, "link"));
    start([
      ...["worker", "--redis", redis().url, "--jobs", "1", "--allow", "bash", "--label", "files"],
      // A relative folder is that of the command line, not of --cwd.
      ...["--allow-read", relative("", inputs), "--cwd", newFolder()],
    ]);
    const script = `mkdir {tmp}/deep && cat > {tmp}/deep/file; ln -s ${elsewhere}/secret {tmp}/stolen`;
    const given = `--json --needs files --out ${out}`;
    const read = (file: string) =>
      run(given, "--stdin-from", file, "--", "bash", "-c", script, ":::", "a").ended;
    expect(await read(`${inputs}/{input}`)).toMatchObject({
      code: 0,
      stderr: "mulligan: --out: links that lead out of {tmp} are left out, such as stolen\n",
    });
    const [folder] = readdirSync(out);
    expect(readdirSync(join(out, folder))).toEqual(["deep"]);
    expect(readFileSync(join(out, folder, "deep", "file"), "utf8")).toBe("hello\n");
    for (const file of [join(elsewhere, "secret"), join(inputs, "link")]) {
      const { code, stderr, lines } = await read(file);
      expect(code).not.toBe(0);
      expect(stderr + JSON.stringify(lines)).toContain("must be allowed to read this file");
    }
  });

  test("formulas are solved once each, and races go on at their worker", async () => {
    const folder = newFolder();
    writeFormulas(join(folder, "cnf"), 1, 40, 20);
    writeFormulas(join(folder, "large"), 2, 1, 3_000);
    const all = [join(folder, "cnf"), join(folder, "large")];
    const { code, stderr, lines } = await start(["sat", "--redis", redis().url, "--json", ...all]).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const solved = lines.filter(({ type, solved: done }) => type === "task" && done);
    expect([solved.length, new Set(solved.map(({ input }) => input)).size]).toEqual([41, 41]);
  });

  test("status shows the run without its secrets, and an admin of Redis ends it", async () => {
    const command = ["--", "bash", "-c", "sleep 600", "--token=hunter2", ":::", "a"];
    const { ended } = run("--cutoffs 1h", ...command);
    const cluster = (...words: string[]) =>
      startMulligan(["cluster", ...words, "--redis", redis().url, "--json"]);
    let [version, runs]: [string, { name: string; total: number | null }[]] = ["", []];
    while (typeof runs[0]?.total !== "number") {
      await pause(200);
      ({ version, runs } = JSON.parse(cluster("status").stdout));
    }
    expect(runs).toMatchObject([
      { kind: "run", state: "open", done: 0, total: 1, title: "bash -c sleep 600 --token=*** {}" },
    ]);
    // As docs/how-to/cluster.md says.
    const admin = connectRedis(parseRedisUrl(redis().url, "test"), () => {});
    await admin.hset(`{mulligan}:${version}:run:${runs[0].name}`, "epoch", "ended");
    admin.disconnect();
    const { code, stderr } = await ended;
    expect(code).toBe(2);
    expect(stderr).toContain(`mulligan: ${runs[0].name}: the run was ended in Redis`);
  });

  test("a worker says how it is, to other machines only with a token", async () => {
    const words = ["worker", "--redis", redis().url, "--port", "0", "--log", "json", "--host", "0.0.0.0"];
    expect(await start(words).ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unless a token is given"),
    });
    const token = join(newFolder(), "token");
    writeFileSync(token, "0123456789abcdef");
    const { child, ended } = start([...words, "--token-file", token]);
    let text = "";
    child.stderr.on("data", (part) => (text += part));
    // The second line says that it has joined.
    await expect.poll(() => text.split("\n").length, { timeout: 60_000 }).toBeGreaterThan(2);
    const port = JSON.parse(text.split("\n")[0]).message.split(":").at(-1);
    const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
    expect(await (await get("/healthz")).text()).toBe("ok\n");
    expect((await get("/metrics")).status).toBe(401);
    const metrics = await get("/metrics", { authorization: "Bearer 0123456789abcdef" });
    expect(await metrics.text()).toMatch(/^mulligan_worker_slots \d+$/m);
    child.kill("SIGTERM");
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    for (const line of stderr.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("message");
  });

  test.each([
    ["maxmemory", "1", "0", "OOM"],
    ["min-replicas-to-write", "3", "0", "NOREPLICAS"],
  ])("a Redis that refuses writes by %s is one sentence and code 2", async (key, value, normal, reason) => {
    const admin = adminOf(redis().url);
    await admin.config("SET", key, value);
    onTestFinished(() => admin.config("SET", key, normal).then(() => {}));
    expect(await run("--", "bash", "-c", "true", "{}", ":::", "a").ended).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(`^mulligan: redis:[^\n]*${reason}[^\n]*\n$`),
    });
  });
});

withRedis("a DB of Redis that cannot be selected", (redis) => {
  test("is one sentence and code 2, and nothing is written into DB 0", async () => {
    const url = `${redis().url}/99`;
    const started = [
      ["run", "--redis", url, "--", "bash", "-c", "true", "{}", ":::", "a"],
      ["worker", "--redis", url],
    ].map((words) => start(words).ended);
    const sentence = `mulligan: ${url}: ERR DB index is out of range; the server has fewer DBs (see CONFIG GET databases)\n`;
    for (const ended of await Promise.all(started))
      expect(ended).toMatchObject({ code: 2, stderr: sentence });
    expect(await adminOf(redis().url).dbsize()).toBe(0);
  });

  test("any more ends the worker and the run, whichever of their connections was lost", async () => {
    const admin = adminOf(redis().url);
    const pidFile = join(newFolder(), "pid");
    const url = `${redis().url}/1`;
    const worker = start(["worker", "--redis", url, "--jobs", "2", "--allow", "bash"]);
    const script = `echo $$ > ${pidFile}; sleep 600`;
    const run = start(["run", "--redis", url, "--", "bash", "-c", script, ":::", "a"]);
    // Only then does a connection of BullMQ wait for more jobs.
    const clients = async () => String(await admin.call("CLIENT", "LIST")).split("\n");
    const blocked = async () => (await clients()).filter((line) => /cmd=bzpopmin/.test(line));
    while (!existsSync(pidFile) || (await blocked()).length === 0) await pause(20);
    await admin.call("ACL", "SETUSER", "default", "-select");
    for (const line of await blocked()) {
      await admin.call("CLIENT", "KILL", "ID", /id=(\d+)/.exec(line)![1]);
    }
    expect(await worker.ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/\/1: NOPERM .*\n$/) });
    const pid = Number(readFileSync(pidFile, "utf8"));
    while (isAlive(pid)) await pause(20);
    await admin.call("CLIENT", "KILL", "TYPE", "pubsub");
    const { code, stderr } = await run.ended;
    expect([code, stderr.match(/NOPERM/g)?.length]).toEqual([2, 1]);
    expect(await admin.dbsize()).toBe(0);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
