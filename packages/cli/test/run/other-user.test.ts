import { execFileSync, spawn } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { newFolder } from "../new-folder.ts";
import { main } from "../start-command.ts";
import { hasProc } from "./command.ts";

const NOBODY = 65534;
const SETPRIV = "/usr/bin/setpriv";
const asNobody = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];

/** A setpriv with the setuid bit, which stands for sudo: it starts a program as root. Undefined where that cannot be. */
function sudoLike(): { readonly folder: string; readonly sudo: string } | undefined {
  if (!hasProc || process.getuid?.() !== 0 || !existsSync(SETPRIV)) return undefined;
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const sudo = join(folder, "sudo-like");
  copyFileSync(SETPRIV, sudo);
  chmodSync(sudo, 0o4755);
  mkdirSync(join(folder, "tmp"));
  chmodSync(join(folder, "tmp"), 0o1777);
  try {
    const words = [...asNobody, sudo, "--reuid=0", "id", "-ru"];
    const user = execFileSync(SETPRIV, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    execFileSync(SETPRIV, [...asNobody, process.execPath, main, "--version"], { stdio: "ignore" });
    return user.trim() === "0" ? { folder, sudo } : undefined;
  } catch {
    return undefined;
  }
}

const setting = sudoLike();
const WHY = "needs /proc, root, setpriv, setuid programs, and a node that other users can start";

test.skipIf(setting === undefined)(
  `programs of another user, leaders or children, are named, their places stay taken, and the others go on (${WHY})`,
  async () => {
    const { folder, sudo } = setting!;
    const script = `case $0 in
      leader) exec ${sudo} --reuid=0 sh -c 'until test -e over; do sleep 0.1; done';;
      child) ${sudo} --reuid=0 sleep 100 & wait;;
    esac`;
    const cuts = ["--policy", "never", "--timeout", "1s", "--retries", "1", "--grace", "100ms"];
    const inputs = [":::", "leader", "child", "a", "b"];
    const words = ["run", "--json", "--jobs", "3", ...cuts, "--", "bash", "-c", script, "{}", ...inputs];
    const child = spawn(SETPRIV, [...asNobody, process.execPath, main, ...words], {
      cwd: folder,
      env: { ...process.env, TMPDIR: join(folder, "tmp"), HOME: folder },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    const closed = new Promise((resolve) => child.on("close", resolve));
    const named = () => [...stderr.matchAll(/process (\d+) \((sh|sleep) .*cannot be ended: .*\(EPERM\)/g)];
    const lines = () =>
      stdout
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    const late = { timeout: 60_000 };
    await vi.waitFor(() => expect(named()).toHaveLength(2), late);
    await vi.waitFor(() => expect(lines().map(({ input }) => input)).toEqual(["a", "b"]), late);
    // One goes when its program ends by itself; the end of the run does not wait for the other.
    writeFileSync(join(folder, "over"), "");
    await vi.waitFor(() => expect(lines()[2]).toMatchObject({ input: "leader", tries: 1 }), late);
    child.kill("SIGTERM");
    expect(await closed).toBe(130);
    const [, left] = named().find(([, , name]) => name === "sleep")!;
    process.kill(Number(left));
    expect(lines()[2].solved).toBe(false);
    expect(named()).toHaveLength(2);
  },
);
