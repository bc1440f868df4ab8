import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { connectRedis, parseRedisUrl } from "@mulligan/cluster";
import { stream } from "@mulligan/core/random";
import { onTestFinished } from "vitest";
import { startRedis as startServer } from "../../../../../soak/cluster/redis-server.mjs";
import { findProgram } from "../../../../../test/find-program.ts";
import { newFolder } from "../../new-folder.ts";
import { type Answer, served } from "../served.ts";

/** A service, or the command that runs one. */
export interface Asked {
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
}

interface Decision {
  readonly id: string;
  readonly cutoff: number | "inf";
}

/** A Redis with an append-only file, stopped when the test is over, and services on it. */
export async function startRedis() {
  const server = await startServer({ lasting: true });
  onTestFinished(server.stop);
  const connect = () => {
    const redis = connectRedis(parseRedisUrl(server.url, "url"), () => {});
    onTestFinished(() => redis.disconnect());
    return redis;
  };
  /** A service of this process. */
  const open = async (options: Parameters<typeof served>[0] = {}) => {
    const redis = { commands: connect(), subscriber: connect() };
    await Promise.all([redis.commands.connect(), redis.subscriber.connect()]);
    return served({ redis, ...options });
  };
  return { ...server, connect, open };
}

/** A Redis Cluster of one node with a user `serve`, who has these rights. Resolves to a file for `--redis-file`. */
export async function startRedisCluster(rights: readonly string[]): Promise<string> {
  const folder = newFolder();
  const port = await freePort();
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  const program = findProgram("redis-server", "valkey-server")!;
  const clusterWords = ["--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1"];
  const child = spawn(program, [...words, ...clusterWords], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const admin = connectRedis(parseRedisUrl(`redis://127.0.0.1:${port}`, "url"), () => {});
  await admin.call("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
  await admin.call("ACL", "SETUSER", "serve", "on", ">secret", ...rights);
  while (!/cluster_state:ok/.test(String(await admin.call("CLUSTER", "INFO")))) await pause(50);
  admin.disconnect();
  const file = join(folder, "redis.json");
  writeFileSync(
    file,
    JSON.stringify({ cluster: [{ host: "127.0.0.1", port }], username: "serve", password: "secret" }),
  );
  return file;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

export async function decide({ ask }: Asked, name: string, count = 1): Promise<Decision[]> {
  return (await ask("POST", `/v1/problems/${name}/decisions`, { count })).body.decisions;
}

/** Outcomes of exponential times of mean 1. */
export function observationsOf(decisions: readonly Decision[], random: ReturnType<typeof stream>) {
  return decisions.map(({ id, cutoff }) => {
    const time = -Math.log(1 - random.uniform());
    const completed = cutoff === "inf" || time <= cutoff;
    return completed ? { id, kind: "completed", time } : { id, kind: "censored", time: cutoff };
  });
}

/** Repeats a request until it is answered with less than 500; gives the last answer. */
export async function untilAnswered(send: () => Promise<Answer>, forMs = 30_000): Promise<Answer> {
  const began = performance.now();
  for (;;) {
    const answer = await send().catch(() => undefined);
    if (answer !== undefined && answer.status < 500) return answer;
    if (performance.now() - began > forMs) return answer ?? Promise.reject(new Error("no answer"));
    await pause(100);
  }
}

/** Decides and observes so many trials, each over and over until it is answered. Gives how many counted. */
export async function play(services: readonly Asked[], name: string, trials: number, seed: number) {
  const random = stream(seed, "play");
  let counted = 0;
  for (let i = 0; i < trials; i++) {
    const [one, other] = [services[i % services.length], services[(i + 1) % services.length]];
    const { body } = await untilAnswered(() => one.ask("POST", `/v1/problems/${name}/decisions`, {}));
    const observations = observationsOf(body.decisions, random);
    const place = `/v1/problems/${name}/observations`;
    const answer = await untilAnswered(() => other.ask("POST", place, { observations }));
    counted += answer.body.accepted + answer.body.repeated;
  }
  return counted;
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
