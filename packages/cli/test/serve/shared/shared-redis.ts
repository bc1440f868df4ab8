import { connectRedis, parseRedisUrl } from "@mulligan/cluster";
import { stream } from "@mulligan/core/random";
import { onTestFinished } from "vitest";
import { startRedis as startServer } from "../../../../../soak/cluster/redis-server.mjs";
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
