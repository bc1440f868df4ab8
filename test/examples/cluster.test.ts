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
const unit = parseUnit(read("examples/cluster/mulligan-worker.service"));

/** The sections of a systemd unit: what stands under each name, in order. */
function parseUnit(text: string): Record<string, Record<string, string[]>> {
  const sections: Record<string, Record<string, string[]>> = {};
  let section: Record<string, string[]> = {};
  for (const line of text.replaceAll("\\\n", "").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [, heading] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (heading !== undefined) {
      section = {};
      sections[heading] = section;
      continue;
    }
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    expect(key, line).toBeDefined();
    section[key] = [...(section[key] ?? []), value];
  }
  return sections;
}

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
    unit.Service.ExecStart[0].replace("/usr/bin/env mulligan ", "").split(/ +/),
    Number(unit.Service.TimeoutStopSec[0]) * 1_000,
  ],
];

function splitOption(word: string): string[] {
  return word.startsWith("--") ? word.split("=") : [word];
}

/** Programs that run any program. */
const SHELLS = /^(.*\/)?(bash|sh|zsh|dash|env|python\d*|node|perl|xargs|ssh|sudo)$/;

describe.each(workers)("the worker of %s", (_, words, graceMs) => {
  const optionOf = (option: string) => words[words.indexOf(option) + 1];

  test("has options that the command knows, and reads the address from a file", () => {
    const help = execFileSync(process.execPath, [main, "worker", "--help"], { encoding: "utf8" });
    expect(words[0]).toBe("worker");
    for (const option of words.filter((word) => word.startsWith("--"))) expect(help).toContain(` ${option} `);
    expect(words).not.toContain("--redis");
    expect(optionOf("--redis-file")).toMatch(/^(\/run\/secrets|%d)\/worker-url$/);
  });

  test("allows one named program, and no shell", () => {
    const allowed = words.filter((_word, i) => words[i - 1] === "--allow");
    expect(allowed).toEqual(["minisat"]);
    expect(allowed.filter((name) => SHELLS.test(name))).toEqual([]);
  });

  test("may drain before it is killed", () => {
    expect(graceMs).toBeGreaterThan(parseDuration(optionOf("--drain-time"), "--drain-time") + 5_000);
  });
});

describe("compose.yaml", () => {
  const { redis, worker, mulligan } = compose.services;

  test("publishes no port, and keeps the data of Redis on a volume", () => {
    for (const service of Object.values<Record<string, unknown>>(compose.services)) {
      expect(service.ports).toBeUndefined();
      expect(service.network_mode).toBeUndefined();
    }
    expect(redis.volumes).toEqual(["./data:/data"]);
  });

  test("gives each service only the secrets that it needs, and no service a right", () => {
    expect(worker.secrets).toEqual(["worker-url", "ca.pem"]);
    expect(mulligan.secrets).toEqual(["run-url", "ca.pem"]);
    for (const { user, cap_drop, read_only, security_opt, privileged } of [redis, worker, mulligan]) {
      expect(user).toMatch(/^\$\{MULLIGAN_USER:/);
      expect({ cap_drop, read_only, privileged }).toEqual({ cap_drop: ["ALL"], read_only: true });
      expect(security_opt).toEqual(["no-new-privileges:true"]);
    }
    for (const [name, { file }] of Object.entries<{ file: string }>(compose.secrets)) {
      expect(file).toBe(`./secrets/${name}`);
    }
  });

  test("asks the port of the worker whether it is healthy", () => {
    const port = /--port=(\d+)/.exec(worker.command.join(" "))?.[1];
    expect(worker.healthcheck.test.at(-1)).toContain(`http://127.0.0.1:${port}/healthz`);
  });
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

  test("has a Service, a StatefulSet with a volume, a NetworkPolicy and a Deployment", () => {
    expect(manifests.map(({ kind }) => kind)).toEqual([
      "Service",
      "StatefulSet",
      "NetworkPolicy",
      "Deployment",
    ]);
    expect(find("Service").spec.type).toBeUndefined();
    expect(redis.volumeClaimTemplates[0].spec.resources.requests.storage).toBe("2Gi");
    const [claim] = redis.volumeClaimTemplates;
    expect(redis.template.spec.containers[0].volumeMounts).toContainEqual({
      name: claim.metadata.name,
      mountPath: "/data",
    });
  });

  test.each([
    ["Redis", redis.template.spec],
    ["worker", pod],
  ])("the pod of %s has no privilege, no token, and secrets of mode 0400", (_, spec) => {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(spec.hostNetwork).toBeUndefined();
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

  test("the worker is ready by /healthz, on a port that the probes reach", () => {
    const [{ args, ports, readinessProbe, livenessProbe }] = pod.containers;
    expect(args).toEqual(expect.arrayContaining(["--host=0.0.0.0", `--port=${ports[0].containerPort}`]));
    expect(readinessProbe.httpGet).toEqual({ path: "/healthz", port: ports[0].name });
    expect(livenessProbe.tcpSocket.port).toBe(ports[0].name);
    expect(args).toContain("--token-file=/run/secrets/metrics-token");
  });
});

describe("mulligan-worker.service", () => {
  test("has the sections and keys of a service, each once where it may be given once", () => {
    expect(Object.keys(unit)).toEqual(["Unit", "Service", "Install"]);
    for (const [key, values] of Object.entries(unit.Service)) {
      if (key !== "LoadCredential") expect(values, key).toHaveLength(1);
    }
  });

  test("has a user of its own, no rights, and a signal for the worker only", () => {
    const expected = {
      DynamicUser: "yes",
      CapabilityBoundingSet: "",
      NoNewPrivileges: "yes",
      ProtectSystem: "strict",
      ProtectHome: "yes",
      PrivateTmp: "yes",
      UMask: "0077",
      KillMode: "mixed",
      RestartPreventExitStatus: "2",
    };
    for (const [key, value] of Object.entries(expected)) expect(unit.Service[key], key).toEqual([value]);
    expect(unit.Service.LoadCredential.map((entry) => entry.split(":")[0])).toEqual(["worker-url", "ca.pem"]);
  });

  const analyze = findProgram("systemd-analyze");
  test.skipIf(analyze === undefined)(
    `systemd-analyze verify finds nothing${analyze === undefined ? " (left out: no systemd-analyze on PATH)" : ""}`,
    () => {
      const file = join(root, "examples/cluster/mulligan-worker.service");
      const { stderr, status } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
      expect(stderr).toBe("");
      expect(status).toBe(0);
    },
  );
});

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

  test("makes files that only their owner can read, in a folder that only its owner can open", () => {
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const names = readdirSync(secrets);
    expect(names).toEqual(
      expect.arrayContaining(["ca.pem", "redis.conf", "run-url", "users.acl", "worker-url"]),
    );
    for (const name of names) expect(statSync(join(secrets, name)).mode & 0o777, name).toBe(0o400);
  });

  test("makes a certificate for the host, signed by its CA", () => {
    const certificate = new X509Certificate(secret("redis.crt"));
    expect(certificate.checkIP("127.0.0.1")).toBe("127.0.0.1");
    expect(certificate.verify(new X509Certificate(secret("ca.pem")).publicKey)).toBe(true);
  });

  test("configures TLS only, an append-only file, and no eviction", () => {
    const lines = secret("redis.conf").split("\n");
    expect(lines).toEqual(
      expect.arrayContaining(["port 0", "tls-port 6379", "appendonly yes", "maxmemory-policy noeviction"]),
    );
  });

  test("puts no password into users.acl, and refuses to replace what is there", () => {
    for (const user of ["admin", "mulligan-run", "mulligan-worker"]) {
      expect(secret("users.acl")).not.toContain(secret(`${user}.password`));
    }
    const again = spawnSync("sh", [join(folder, "secrets.sh")], { encoding: "utf8" });
    expect(again.status).toBe(2);
    expect(again.stderr).toMatch(/^.*secrets: exists already; delete it to make new secrets\n$/);
  });
});
