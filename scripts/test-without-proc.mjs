// npm run test:no-proc -- [FILE…] [--OPTION=VALUE…]
//
// Runs the tests of the command's processes and files, or those that are given, as on macOS: there is no /proc. The tests
// see a root folder that has all of this machine's but /proc and /sys. Needs Linux and root. The
// options are vitest's.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const TESTS = [
  ...[
    "run/",
    "processes/",
    "alone/run/",
    "alone/processes/",
    "journal/",
    "sat/",
    "shell/",
    "tasks/stop-control",
  ],
  ...["commands/endings", "commands/environment"],
].map((name) => `packages/cli/test/${name}`);

/**
 * The root folder is made in a mount namespace, so it is gone when the tests end. On macOS /dev/fd needs no /proc, and
 * neither does ps; here they do. So Linux's /proc stands under a name that nothing looks for: /dev/fd leads there, and ps
 * runs outside, in the namespace of process $outside.
 */
const SETUP = `
set -eu
root=$1 outside=$2 cwd=$3
shift 3
mount -t tmpfs -o mode=755 without-proc "$root"
for entry in /* /.[!.]*; do
  case $entry in /proc | /sys | /dev) continue ;; esac
  if [ -L "$entry" ]; then cp -P "$entry" "$root$entry"
  elif [ -d "$entry" ]; then mkdir "$root$entry"; mount --rbind "$entry" "$root$entry"
  elif [ -e "$entry" ]; then touch "$root$entry"; mount --bind "$entry" "$root$entry"
  fi
done
mkdir "$root/.linux-proc" "$root/dev" "$root/dev/pts" "$root/dev/shm"
mount --bind /proc "$root/.linux-proc"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount --rbind /dev/pts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount --rbind /dev/shm "$root/dev/shm"
ln -s /.linux-proc/self/fd "$root/dev/fd"
for stream in 0:stdin 1:stdout 2:stderr; do ln -s "fd/\${stream%%:*}" "$root/dev/\${stream#*:}"; done
printf '#!/bin/sh\\nexec nsenter --mount=/.linux-proc/%s/ns/mnt ps "$@"\\n' "$outside" > "$root/.ps"
chmod 755 "$root/.ps"
mount --bind "$root/.ps" "$root$(realpath "$(command -v ps)")"
mount -o remount,ro "$root"
exec chroot "$root" env -C "$cwd" MULLIGAN_TEST_PROC=/.linux-proc "$@"
`;

if (process.platform !== "linux" || process.getuid?.() !== 0) {
  console.error("test:no-proc: needs Linux and root, to hide /proc from the tests");
  process.exit(2);
}
const given = process.argv.slice(2);
const tests = given.some((word) => !word.startsWith("-")) ? given : [...TESTS, ...given];
const folder = mkdtempSync(join(tmpdir(), "mulligan-no-proc-"));
const vitest = [process.execPath, "node_modules/vitest/vitest.mjs", "run", ...tests];
const words = ["--mount", "sh", "-c", SETUP, "sh", folder, String(process.pid), root, ...vitest];
const { status, error } = spawnSync("unshare", words, { stdio: "inherit" });
rmdirSync(folder);
if (error) throw error;
process.exitCode = status ?? 1;
