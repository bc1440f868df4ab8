import { execFileSync, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseDuration } from "../../packages/cli/src/shell/duration.ts";
import { findProgram } from "../find-program.ts";
import { read, root } from "../markdown.ts";

const main = join(root, "packages/cli/bin/mulligan.cjs");

const compose = parse(read("examples/cluster/compose.yaml"), { merge: true });
const manifests = parseAllDocuments(read("examples/cluster/kubernetes.yaml")).map((document) =>
  document.toJS(),
);
const unit = read("examples/cluster/mulligan-worker.service").replaceAll("\\\n", "").split("\n");

/** The values of a key of the unit. */
const unitValues = (key: string) =>
  unit.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));

function find(kind: string) {
  return manifests.find((manifest) => manifest.kind === kind);
}

/** The command lines of workers, split into words, and how long their service manager waits before it kills them. */
const pod = find("Deployment").spec.template.spec;
const workers: readonly (readonly [file: string, words: string[], graceMs: number])[] = [
  [
    "compose.yaml",
    compose.services.worker.command.flatMap(splitOption),
    parseDuration(compose.services.worker.stop_grace_period, "stop_grace_period"),
  ],
  ["kubernetes.yaml", pod.containers[0].args.flatMap(splitOption), pod.terminationGracePeriodSeconds * 1_000],
  [
    "mulligan-worker.service",
    unitValues("ExecStart")[0].replace("/usr/bin/env mulligan ", "").split(/ +/),
    Number(unitValues("TimeoutStopSec")[0]) * 1_000,
  ],
];

function splitOption(word: string): string[] {
  return word.startsWith("--") ? word.split("=") : [word];
}

const help = execFileSync(process.execPath, [main, "worker", "--help"], { encoding: "utf8" });

test.each(workers)(
  "the worker of %s has options that the command knows, its address from a file, one program, and time to drain",
  (_, words, graceMs) => {
    const optionOf = (option: string) => words[words.indexOf(option) + 1];
    expect(words[0]).toBe("worker");
    for (const option of words.filter((word) => word.startsWith("--"))) expect(help).toContain(` ${option} `);
    expect(words).not.toContain("--redis");
    expect(optionOf("--redis-file")).toMatch(/^(\/run\/secrets|%d)\/worker-url$/);
    // A shell would run any program.
    expect(words.filter((_word, i) => words[i - 1] === "--allow")).toEqual(["minisat"]);
    expect(graceMs).toBeGreaterThan(parseDuration(optionOf("--drain-time"), "--drain-time") + 5_000);
  },
);

test("compose.yaml publishes no port, keeps the data of Redis, and gives each service only the secrets that it needs", () => {
  const { redis, worker, mulligan } = compose.services;
  expect(redis.volumes).toEqual(["./data:/data"]);
  expect(worker.secrets).toEqual(["worker-url", "ca.pem"]);
  expect(mulligan.secrets).toEqual(["run-url", "ca.pem"]);
  for (const service of [redis, worker, mulligan]) {
    const { ports, network_mode, user, cap_drop, read_only, security_opt, privileged } = service;
    expect([ports, network_mode, privileged]).toEqual([undefined, undefined, undefined]);
    expect(user).toMatch(/^\$\{MULLIGAN_USER:/);
    expect([cap_drop, read_only, security_opt]).toEqual([["ALL"], true, ["no-new-privileges:true"]]);
  }
  for (const [name, { file }] of Object.entries<{ file: string }>(compose.secrets)) {
    expect(file).toBe(`./secrets/${name}`);
  }
  const port = /--port=(\d+)/.exec(worker.command.join(" "))?.[1];
  expect(worker.healthcheck.test.at(-1)).toContain(`http://127.0.0.1:${port}/healthz`);
});

test("the image has the allowed program and no secrets, and is not root", () => {
  const lines = read("examples/cluster/Dockerfile").split("\n");
  expect(lines.filter((line) => /^(FROM|COPY|USER) /.test(line))).toEqual([
    "FROM node:22-slim",
    "COPY . /mulligan",
    "USER node",
  ]);
  expect(lines.join("\n")).toContain("--no-install-recommends minisat ");
  const ignored = read("examples/cluster/Dockerfile.dockerignore").split("\n");
  expect(ignored).toEqual(
    expect.arrayContaining(["examples/cluster/secrets", "examples/cluster/data", "examples/cluster/.env"]),
  );
});

describe("kubernetes.yaml", () => {
  const redis = find("StatefulSet").spec;

  test("keeps the data of Redis, which only workers reach; the worker is ready by /healthz on a port that probes reach", () => {
    const kinds = manifests.map(({ kind }) => kind);
    expect(kinds).toEqual(["Service", "StatefulSet", "NetworkPolicy", "Deployment"]);
    expect(find("Service").spec.type).toBeUndefined();
    const [{ metadata }] = redis.volumeClaimTemplates;
    const mount = { name: metadata.name, mountPath: "/data" };
    expect(redis.template.spec.containers[0].volumeMounts).toContainEqual(mount);
    const [{ args, ports, readinessProbe, livenessProbe }] = pod.containers;
    const { containerPort, name } = ports[0];
    const options = ["--host=0.0.0.0", `--port=${containerPort}`, "--token-file=/run/secrets/metrics-token"];
    expect(args).toEqual(expect.arrayContaining(options));
    expect(readinessProbe.httpGet).toEqual({ path: "/healthz", port: name });
    expect(livenessProbe.tcpSocket.port).toBe(name);
  });

  test.each([
    ["Redis", redis.template.spec],
    ["worker", pod],
  ])("the pod of %s has no privilege, no token, and secrets of mode 0400", (_, spec) => {
    expect([spec.automountServiceAccountToken, spec.hostNetwork]).toEqual([false, undefined]);
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: "RuntimeDefault" },
    });
    for (const { securityContext } of spec.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
    }
    const modes = spec.volumes.flatMap(({ secret }: { secret?: { defaultMode: number } }) =>
      secret ? [secret.defaultMode] : [],
    );
    expect(modes).toEqual([0o400]);
  });
});

test("mulligan-worker.service has a user of its own, no rights, and a signal for the worker only", () => {
  expect(unit).toEqual(
    expect.arrayContaining([
      ...["DynamicUser=yes", "CapabilityBoundingSet=", "NoNewPrivileges=yes", "PrivateTmp=yes", "UMask=0077"],
      ...["ProtectSystem=strict", "ProtectHome=yes", "KillMode=mixed", "RestartPreventExitStatus=2"],
    ]),
  );
  const credentials = unitValues("LoadCredential").map((entry) => entry.split(":")[0]);
  expect(credentials).toEqual(["worker-url", "ca.pem"]);
});

const analyze = findProgram("systemd-analyze");
test.skipIf(analyze === undefined)(
  `systemd-analyze verify finds nothing${analyze === undefined ? " (left out: no systemd-analyze on PATH)" : ""}`,
  () => {
    const file = join(root, "examples/cluster/mulligan-worker.service");
    const { stderr, status } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    expect([stderr, status]).toEqual(["", 0]);
  },
);

const hasOpenssl = findProgram("openssl") !== undefined;
const folder = mkdtempSync(join(tmpdir(), "mulligan-secrets-"));
const secrets = join(folder, "secrets");
cpSync(join(root, "examples/cluster"), folder, {
  recursive: true,
  filter: (path) => !/(data|secrets|inputs|\.env)$/.test(path),
});
if (hasOpenssl) execFileSync("sh", [join(folder, "secrets.sh"), "127.0.0.1"]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasOpenssl)(`secrets.sh${hasOpenssl ? "" : " (left out: no openssl on PATH)"}`, () => {
  const secret = (name: string) => readFileSync(join(secrets, name), "utf8");

  test("makes files that only their owner can read, with a certificate for the host and no password in users.acl", () => {
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const names = readdirSync(secrets);
    expect(names).toEqual(expect.arrayContaining(["ca.pem", "run-url", "worker-url"]));
    for (const name of names) expect(statSync(join(secrets, name)).mode & 0o777, name).toBe(0o400);
    const certificate = new X509Certificate(secret("redis.crt"));
    expect(certificate.checkIP("127.0.0.1")).toBe("127.0.0.1");
    expect(certificate.verify(new X509Certificate(secret("ca.pem")).publicKey)).toBe(true);
    for (const user of ["admin", "mulligan-run", "mulligan-worker"]) {
      expect(secret("users.acl")).not.toContain(secret(`${user}.password`));
    }
  });

  test("configures TLS only, an append-only file and no eviction, and refuses to replace what is there", () => {
    const wanted = ["port 0", "tls-port 6379", "appendonly yes", "maxmemory-policy noeviction"];
    expect(secret("redis.conf").split("\n")).toEqual(expect.arrayContaining(wanted));
    const again = spawnSync("sh", [join(folder, "secrets.sh")], { encoding: "utf8" });
    expect(again.status).toBe(2);
    expect(again.stderr).toMatch(/^.*secrets: exists already; delete it to make new secrets\n$/);
  });
});
