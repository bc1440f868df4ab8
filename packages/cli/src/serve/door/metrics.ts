import type { Service } from "./service.ts";

/** Requests that were answered, by the first digit of the answer. */
export type Answered = Record<"2xx" | "3xx" | "4xx" | "5xx", number>;

/** Counts for Prometheus, in its text format. */
export function metricsText(service: Service, answered: Answered): string {
  const { totals, listeners } = service;
  const { user, system } = process.cpuUsage();
  const lines = [
    ...metric("mulligan_problems", "gauge", "problems that there are", service.size()),
    ...metric("mulligan_outstanding_decisions", "gauge", "decisions that wait", service.outstanding()),
    ...metric("mulligan_listeners", "gauge", "who listens to events", listeners.size),
    ...metric("mulligan_decisions_total", "counter", "decisions made", totals.decisions),
    ...metric("mulligan_observations_total", "counter", "outcomes that counted", totals.observations),
    ...metric("mulligan_repeated_total", "counter", "outcomes that were sent again", totals.repeated),
    ...metric("mulligan_unknown_total", "counter", "outcomes of decisions nobody knows", totals.unknown),
    ...family("mulligan_answers_total", "counter", "requests that were answered"),
    ...Object.entries(answered).map(([code, count]) => `mulligan_answers_total{code="${code}"} ${count}`),
    ...metric("process_resident_memory_bytes", "gauge", "memory in use", process.memoryUsage.rss()),
    ...metric("process_cpu_seconds_total", "counter", "time of the processor", (user + system) / 1e6),
  ];
  return `${lines.join("\n")}\n`;
}

function metric(name: string, type: string, help: string, value: number): string[] {
  return [...family(name, type, help), `${name} ${value}`];
}

function family(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
