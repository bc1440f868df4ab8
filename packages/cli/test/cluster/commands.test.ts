import { existsSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { connectRedis, parseRedisUrl } from "@mulligan/cluster";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { writeFormulas } from "../../../../soak/cluster/formulas.mjs";
import { PROC } from "../../../../soak/marked.mjs";
import { pause, startCommand } from "../../../../soak/started.mjs";
import { withRedis } from "../../../../test/with-redis.ts";
import { newFolder } from "../new-folder.ts";
import { startMulligan } from "../start-command.ts";

const SLEEPER = "sleep 0.0$((RANDOM % 5 + 1)); echo out $0; echo err $0 >&2";

withRedis("run on a cluster", (redis) => {
  let worker: ReturnType<typeof startCommand>;
  const newWorker = async () => {
    const started = startCommand(["worker", "--redis", redis().url, "--jobs", "2", "--allow", "bash"]);
    // Its first line says that it has joined.
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

  test("--idle TIME cuts a silent try on a worker, and the range of a reward is known there", async () => {
    const journal = join(newFolder(), "journal");
    const words = [
      "--json",
      "--state",
      journal,
      "--retries",
      "1",
      "--policy",
      "never",
      "--reward",
      "last-number",
    ];
    const command = ["bash", "-c", "echo 5; sleep $0", "{}", ":::", "100", "0"];
    // On a busy machine it takes a while until a program prints.
    const { lines } = await run(...words, "--idle", "3s", "--reward-range", "0..10", "--", ...command).ended;
    const tasks = lines.filter(({ type }) => type === "task").sort((a, b) => b.input - a.input);
    expect(tasks[0]).toMatchObject({ input: "100", solved: false, tries: 1, cut: "idle" });
    expect(tasks[1]).toMatchObject({ input: "0", solved: true, reward: 0.5, score: 5 });
    expect(lines.at(-1)).toMatchObject({ idleCuts: 1 });
  });

  test("a program that ended before its worker could cut it is recorded with its time", async () => {
    const journal = join(newFolder(), "journal");
    const words = ["--cutoffs", "0.001ms,0.002ms", "--until", "1", "--budget", "60s", "--state", journal];
    await run(...words, "--", "bash", "-c", ":").ended;
    const [, ...trials] = readFileSync(journal, "utf8").trim().split("\n");
    expect(trials).not.toEqual([]);
    for (const { completed, cutoff, time } of trials.map((line) => JSON.parse(line))) {
      expect(time).toBeGreaterThan(0.05);
      if (completed === 1) expect(cutoff).toBe(time);
    }
  });

  test("prints the lines and writes the outputs that it does on one machine, and names the worker of each trial", async () => {
    const results = newFolder();
    const journal = join(newFolder(), "journal");
    const words = [
      "--json",
      "--state",
      journal,
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
    const [{ worker: name, trials }] = lines.at(-1).workers;
    expect(trials).toBe(lines.at(-1).tries);
    const made = readFileSync(journal, "utf8").match(/"worker":"[^"]+"/g);
    expect(made).toEqual(Array(trials).fill(`"worker":"${name}"`));
    const files = readdirSync(results).sort();
    expect(files).toHaveLength(6);
    expect(files.map((file) => readFileSync(join(results, file), "utf8"))).toEqual(
      ["a", "b", "c"].flatMap((input) => [`err ${input}\n`, `out ${input}\n`]),
    );
  });

  test("lists of inputs, tags, a joblog, reasons, a timeout, a dry run and --halt are as on one machine", async () => {
    const log = join(newFolder(), "log");
    const script = 'echo "$2$1"; test $1 = bad && echo why >&2 && exit 3; test $1 = slow && sleep 60; true';
    const given = ["--json", "--policy", "never", "--timeout", "2s", "--retries", "1", "--joblog", log];
    const command = ["--", "bash", "-c", script, "x", "{2}", "{1}"];
    const lists = [":::", "a b", ":::", "good", "bad", "slow"];
    const { code, lines, stderr } = await run(...given, ...command, ...lists).ended;
    expect(code).toBe(1);
    const tasks = lines
      .filter(({ type }) => type === "task")
      .map(({ input, exit, stderr: why }) => [input, exit, why]);
    expect(tasks.sort()).toEqual([
      ["'a b' bad", 3, "why"],
      ["'a b' good", undefined, undefined],
      ["'a b' slow", "cut", undefined],
    ]);
    expect(stderr).toContain(
      "mulligan: 'a b' bad: given up after 1 try, the last ended with exit code 3\n  | why\n",
    );
    const rows = readFileSync(log, "utf8").trimEnd().split("\n").slice(1);
    const ends = rows
      .map((row) => row.split("\t"))
      .map(([seq, host, , , , received, exit]) => [seq, received, exit, host !== ":"]);
    expect(ends.sort()).toEqual([
      ["1", "8", "0", true],
      ["2", "7", "3", true],
      ["3", "8", "-1", true],
    ]);
    const here = (...words: string[]) => startMulligan(["run", "--redis", redis().url, ...words]);
    const tagged = here("--tag", ...command, ":::", "a b", ":::", "good");
    expect(tagged.stdout).toBe("'a b' good\ta bgood\n");
    const dry = here("--dry-run", "--", "bash", "x", "{2}", ":::", "a", ":::", "1", "2");
    expect(dry.stdout).toBe("bash x 1\nbash x 2\n");
    const halted = await run(
      "--json",
      "--halt",
      "now,success=1",
      "--",
      "bash",
      "-c",
      "sleep $0",
      ":::",
      "0",
      "60",
    ).ended;
    // Each fresh run has a seed of its own.
    expect(halted.lines.at(-1).seed).not.toBe(lines.at(-1).seed);
    expect([halted.code, halted.lines.at(-1).stopped]).toEqual([0, "halt"]);
    expect(here("--", "bash", "{%}", ":::", "a").stderr).toBe(
      "mulligan: run: {%} must not be used with --redis, since each worker has slots of its own\n",
    );
  });

  test("a program that no worker allows ends the run with the reason, and is not run", async () => {
    const { code, stderr } = await run("--json", "--", "touch", "/nowhere/x", ":::", "a").ended;
    expect(code).toBe(2);
    expect(stderr).toContain("touch: a worker does not allow this program, it allows bash");
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

  test("a worker that gets SIGTERM ends its trials and takes no more; the others do the rest", async () => {
    const other = await newWorker();
    const words = ["--json", "--cutoffs", "1h", "--", "bash", "-c", "sleep 0.3", ":::", ..."abcdefgh"];
    const { ended } = run(...words);
    await pause(1_500);
    other.child.kill("SIGTERM");
    const { code: left, stderr } = await other.ended;
    expect(left).toBe(0);
    expect(stderr).toContain("draining for 30s at most");
    const { code, lines } = await ended;
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatchObject({ solved: 8 });
  });

  test("nothing of a password is in Redis, in a process list or in what is said", async () => {
    const admin = connectRedis(parseRedisUrl(redis().url, "test"), () => {});
    await admin.call("ACL", "SETUSER", "someone", "on", ">hunter22", "~*", "&*", "+@all");
    const url = redis().url.replace("//", "//someone:hunter22@");
    const env = { ...process.env, MULLIGAN_REDIS: url };
    const words = ["run", "--redis", "env", "--json", "--", "bash", "-c"];
    const { child, ended } = startCommand(
      [...words, "echo $MULLIGAN_REDIS; sleep 0.2", ":::", "a"],
      undefined,
      env,
    );
    const lines = existsSync(PROC) ? readFileSync(`${PROC}/${child.pid}/cmdline`, "utf8") : "";
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

  test("a worker keeps its own secrets from programs, unless --env names them", async () => {
    const secrets = { MULLIGAN_REDIS: redis().url, MULLIGAN_TOKEN: "0123456789abcdef" };
    const env = { ...process.env, ...secrets, OTHER: "other" };
    const script = 'echo "[\\"$MULLIGAN_REDIS\\",\\"$MULLIGAN_TOKEN\\",\\"$OTHER\\"]"';
    const seenWith = async (label: string, ...words: string[]) => {
      const given = ["worker", "--redis", "env", "--jobs", "1", "--allow", "bash", "--label", label];
      const { child, ended } = startCommand([...given, ...words], undefined, env);
      onTestFinished(() => void child.kill("SIGKILL"));
      const { code, lines } = await run("--needs", label, "--", "bash", "-c", script, ":::", "a").ended;
      child.kill("SIGTERM");
      await ended;
      return [code, ...lines];
    };
    expect(await seenWith("all")).toEqual([0, ["", "", "other"]]);
    expect(await seenWith("some", "--env", "OTHER")).toEqual([0, ["", "", "other"]]);
    const named = ["--env", "MULLIGAN_REDIS", "--env", "MULLIGAN_TOKEN"];
    expect(await seenWith("named", ...named)).toEqual([0, [...Object.values(secrets), ""]]);
  });

  test("the folders of --out and what --stdin-from names are where the user has them", async () => {
    const [out, inputs] = [newFolder(), newFolder()];
    writeFileSync(join(inputs, "a"), "hello\n");
    const reader = startCommand([
      ...["worker", "--redis", redis().url, "--jobs", "1", "--allow", "bash", "--label", "files"],
      // A relative folder is that of the command line, not of --cwd.
      ...["--allow-read", relative("", inputs), "--cwd", newFolder()],
    ]);
    onTestFinished(() => void reader.child.kill("SIGTERM"));
    const program = ["bash", "-c", "mkdir {tmp}/deep && cat > {tmp}/deep/file"];
    const words = ["--json", "--out", out, "--stdin-from", `${inputs}/{input}`];
    const { code, stderr } = await run(...words, "--needs", "files", "--", ...program, ":::", "a").ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [folder] = readdirSync(out);
    expect(readFileSync(join(out, folder, "deep", "file"), "utf8")).toBe("hello\n");
    const secret = join(newFolder(), "secret");
    writeFileSync(secret, "secret\n");
    const stolen = await run(
      "--json",
      "--stdin-from",
      secret,
      "--needs",
      "files",
      "--",
      "bash",
      "-c",
      "cat",
      ":::",
      "a",
    ).ended;
    expect(stolen.code).not.toBe(0);
    expect(stolen.stderr + JSON.stringify(stolen.lines)).toContain("must be allowed to read this file");
  });

  test("a worker sends no file to which a program has only made a link, and no link costs a success", async () => {
    const [secret, out] = [join(newFolder(), "secret"), newFolder()];
    writeFileSync(secret, "secret\n");
    const words = ["--allow", "ln", "--allow", "bash", "--label", "links"];
    const linker = startCommand(["worker", "--redis", redis().url, "--jobs", "1", ...words]);
    onTestFinished(() => void linker.child.kill("SIGTERM"));
    const make = (...command: string[]) =>
      run("--json", "--out", out, "--needs", "links", "--", ...command).ended;
    const found = (input: string) => join(out, readdirSync(out).find((name) => name.includes(`-${input}-`))!);
    const stolen = await make("ln", "-s", secret, "{tmp}/{}", ":::", "s");
    expect([stolen.code, stolen.stderr]).toEqual([
      0,
      "mulligan: --out: links that lead out of {tmp} are left out, such as s\n",
    ]);
    expect(readdirSync(found("s"))).toEqual([]);
    // Each of the two would lead to itself and to the other, in more and more ways.
    const around =
      "ln -s . {tmp}/a; ln -s . {tmp}/b; ln -s nowhere {tmp}/c; echo hi > {tmp}/d; chmod 750 {tmp}/d";
    expect((await make("bash", "-c", around, ":::", "around")).code).toBe(0);
    const links = ["a", "b", "c"].map((name) => readlinkSync(join(found("around"), name)));
    expect(links).toEqual([".", ".", "nowhere"]);
    expect(statSync(join(found("around"), "d")).mode & 0o777).toBe(0o750);
    linker.child.kill("SIGTERM");
    expect((await linker.ended).code).toBe(0);
  });

  test("formulas are solved once each, with the same policy as on one machine, and races go on at their worker", async () => {
    const folder = newFolder();
    writeFormulas(join(folder, "cnf"), 1, 120, 20);
    writeFormulas(join(folder, "large"), 2, 1, 3_000);
    const all = [join(folder, "cnf"), join(folder, "large")];
    const { code, stderr, lines } = await startCommand(["sat", "--redis", redis().url, "--json", ...all])
      .ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const solved = lines.filter(({ type, solved: done }) => type === "task" && done);
    expect(new Set(solved.map(({ input }) => input)).size).toBe(121);
    expect(solved).toHaveLength(121);
  });

  test("status shows the run without its secrets, and an admin of Redis ends it", async () => {
    const journal = join(newFolder(), "journal");
    const command = ["bash", "-c", "sleep 60", "--token=hunter2", ":::", "a"];
    const { ended } = run("--state", journal, "--cutoffs", "1h", "--", ...command);
    const cluster = (...words: string[]) =>
      startMulligan(["cluster", ...words, "--redis", redis().url, "--json"]);
    let [version, runs]: [string, { name: string; total: number | null }[]] = ["", []];
    while (typeof runs[0]?.total !== "number") {
      await pause(200);
      ({ version, runs } = JSON.parse(cluster("status").stdout));
    }
    expect(runs).toMatchObject([
      { kind: "run", state: "open", done: 0, total: 1, title: "bash -c sleep 60 --token=*** {}" },
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
    const words = ["worker", "--redis", redis().url, "--port", "0", "--log", "json"];
    const refused = await startCommand([...words, "--host", "0.0.0.0"]).ended;
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("unless a token is given") });
    const token = join(newFolder(), "token");
    writeFileSync(token, "0123456789abcdef");
    const { child, ended } = startCommand([...words, "--host", "0.0.0.0", "--token-file", token]);
    let text = "";
    await new Promise<void>((resolve) => {
      child.stderr.on("data", (part) => {
        text += part;
        // The second line says that it has joined.
        if (text.split("\n").length > 2) resolve();
      });
    });
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

  test("a Redis that is full or only reads is one sentence and code 2", async () => {
    const admin = connectRedis(parseRedisUrl(redis().url, "test"), () => {});
    onTestFinished(() => admin.disconnect());
    for (const [key, value, normal, reason] of [
      ["maxmemory", "1", "0", "OOM"],
      ["min-replicas-to-write", "3", "0", "NOREPLICAS"],
    ]) {
      await admin.config("SET", key, value);
      try {
        const { code, stderr } = await run("--", "bash", "-c", "true", "{}", ":::", "a").ended;
        expect({ code, stderr }).toEqual({
          code: 2,
          stderr: expect.stringMatching(`^mulligan: redis:[^\n]*${reason}[^\n]*\n$`),
        });
      } finally {
        await admin.config("SET", key, normal);
      }
    }
  });
});

withRedis("a DB of Redis that cannot be selected", (redis) => {
  const start = (words: string[]) => {
    const started = startCommand(words);
    onTestFinished(() => void started.child.kill("SIGKILL"));
    return started;
  };

  test("is one sentence and code 2, for every command, and nothing is written into DB 0", async () => {
    const url = `${redis().url}/99`;
    const all = [
      ["run", "--redis", url, "--", "bash", "-c", "true", "{}", ":::", "a"],
      ["worker", "--redis", url],
      ["cluster", "status", "--redis", url],
      ["serve", "--port", "0", "--redis", url],
    ];
    const sentence = `mulligan: ${url}: ERR DB index is out of range; the server has fewer DBs (see CONFIG GET databases)\n`;
    for (const { code, stderr } of await Promise.all(all.map((words) => start(words).ended))) {
      expect([code, stderr]).toEqual([2, sentence]);
    }
    const admin = connectRedis(parseRedisUrl(redis().url, "test"), () => {});
    onTestFinished(() => admin.disconnect());
    expect(await admin.dbsize()).toBe(0);
  });

  test("any more ends the worker and the run, whichever of their connections was lost", async () => {
    const admin = connectRedis(parseRedisUrl(redis().url, "test"), () => {});
    onTestFinished(() => admin.disconnect());
    const folder = newFolder();
    const worker = start(["worker", "--redis", `${redis().url}/1`, "--jobs", "2", "--allow", "bash"]);
    const state = ["--state", join(folder, "journal")];
    const script = `echo $$ > ${join(folder, "pid")}; sleep 60`;
    const run = start([
      "run",
      "--redis",
      `${redis().url}/1`,
      ...state,
      "--",
      "bash",
      "-c",
      script,
      ":::",
      "a",
    ]);
    // Only then does a connection of BullMQ wait for more jobs.
    const clients = async () => String(await admin.call("CLIENT", "LIST")).split("\n");
    const blocked = async () => (await clients()).filter((line) => /cmd=bzpopmin/.test(line));
    while (!existsSync(join(folder, "pid")) || (await blocked()).length === 0) await pause(20);
    await admin.call("ACL", "SETUSER", "default", "-select");
    for (const line of await blocked()) {
      await admin.call("CLIENT", "KILL", "ID", /id=(\d+)/.exec(line)![1]);
    }
    expect(await worker.ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/\/1: NOPERM .*\n$/) });
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
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
