// How long providers take until the first content, and which of their answers are stalls.
import { existsSync, readFileSync } from "node:fs";
import { stream } from "@mulligan/core/random";

/** Spreads evenly on a scale of ratios: as many times between 1 and 2 s as between 2 and 4. */
const logUniform = (low, high, draw) => low * (high / low) ** draw;
const uniform = (low, high, draw) => low + (high - low) * draw;

/** 5% of requests stall for 30 to 60 s; the others take 0.4 to 3 s. */
const bimodal = {
  name: "bimodal",
  thinks: false,
  sample(random) {
    const stalls = random.uniform() < 0.05;
    const draw = random.uniform();
    return { stalls, ms: stalls ? uniform(30_000, 60_000, draw) : logUniform(400, 3_000, draw) };
  },
};

/** A model that thinks for 5 to 90 s. All of that is healthy, and billed as it is thought. */
const thinking = {
  name: "thinking",
  thinks: true,
  sample: (random) => ({ stalls: false, ms: logUniform(5_000, 90_000, random.uniform()) }),
};

/**
 * A model that thinks for 5 to 10 s about 70% of the questions, and for 60 to 90 s about the others. Asked again, it thinks about as long,
 * so no cut can help.
 */
const byQuestion = {
  name: "thinking, by question",
  thinks: true,
  tied: true,
  sample(random) {
    const hard = random.uniform() < 0.3;
    const draw = random.uniform();
    return { stalls: false, ms: hard ? uniform(60_000, 90_000, draw) : uniform(5_000, 10_000, draw) };
  },
};

/** The same two speeds, drawn anew for each attempt: leaving a slow one for another saves time, though it is healthy. */
const byAttempt = { ...byQuestion, name: "thinking, by attempt", tied: false };

/** The laws of a trace by model: draws from what was measured. Its errors are left out: the measurement caused them (429). */
function traceLaws(file) {
  const measured = new Map();
  for (const line of readFileSync(file, "utf8").trim().split(/\r?\n/).slice(1)) {
    const [provider, size, , , seconds, , , error] = line.split(",");
    const name = `${provider} ${size}`;
    if (!measured.has(name)) measured.set(name, []);
    if (error === "") measured.get(name).push(1_000 * Number(seconds));
  }
  return [...measured]
    .filter(([, times]) => times.length >= LEAST_MEASURED)
    .map(([name, times]) => {
      const stallMs = STALL * times.toSorted((a, b) => a - b)[times.length >> 1];
      const sample = (random) => {
        const ms = times[Math.floor(random.uniform() * times.length)];
        return { stalls: ms > stallMs, ms };
      };
      return { name, thinks: false, sample };
    });
}

/** A stall takes ten times as long as the median. */
const STALL = 10;
const LEAST_MEASURED = 100;

/** Each provider with the laws of its models, which do not learn from one another. */
export function providers(traceFile = "../shared/data/traces/llmperf_latency.csv") {
  const found = {
    bimodal: [bimodal],
    thinking: [thinking],
    "by question": [byQuestion],
    "by attempt": [byAttempt],
  };
  return existsSync(traceFile) ? { ...found, trace: traceLaws(traceFile) } : found;
}

/**
 * What the request of a call meets. It depends on the seed, the call and the attempt only, so all strategies meet the same; where
 * the time is tied to the question, not on the attempt.
 */
export const drawOf = (law, seed, call, attempt) =>
  law.sample(stream(seed, law.name, call, law.tied ? 1 : attempt));
