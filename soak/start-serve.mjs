import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const installed = fileURLToPath(new URL("../packages/cli/dist/bundle/main.js", import.meta.url));

/**
 * The service, started as a user would; `url` is its address once it listens, or "" if it ended before that.
 * @param {readonly string[]} words
 */
export function startServe(words) {
  const child = spawn(process.execPath, [installed, "serve", "--port", "0", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  /** @type {Promise<{ code: number | null, stderr: string }>} */
  const ended = new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, stderr }));
  });
  /** @type {Promise<string>} */
  const url = new Promise((resolve) => {
    child.stdout.once("data", (part) => resolve(String(part).trim()));
    child.on("close", () => resolve(""));
  });
  return { child, pid: Number(child.pid), url, ended };
}

/**
 * The answer to a request, as JSON where it is some.
 * @param {string} url
 * @param {unknown} [body]
 * @returns {Promise<{ status: number, body: any }>}
 */
export async function ask(url, body) {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(url, body === undefined ? {} : request);
  const text = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, body: isJson && text !== "" ? JSON.parse(text) : text };
}

/** What every answer of a service is held to. */
export const MAX_ANSWER_MS = 1_000;
export const MAX_MEMORY_BYTES = 512 * 2 ** 20;

/** @param {string} url */
export async function memoryOf(url) {
  const { body } = await ask(`${url}/metrics`);
  return Number(/^process_resident_memory_bytes (\d+)$/m.exec(body)?.[1]);
}

/** Asks, and remembers every answer that is not as it must be: another status, a 5xx, none at all, or too late. */
export function checkedAnswers() {
  let [count, longestMs, longestMiB] = [0, 0, 0];
  /** @type {string[]} */
  const problems = [];
  return {
    /** @param {string} text */
    problem: (text) => void problems.push(text),
    /**
     * @param {string} method
     * @param {string} url
     * @param {unknown} body
     * @param {number} expected status
     * @returns {Promise<{ status: number, body: any }>}
     */
    async ask(method, url, body, expected) {
      const began = performance.now();
      const headers = body === undefined ? {} : { "content-type": "application/json" };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const what = `${method} ${new URL(url).pathname} ${JSON.stringify(body)?.slice(0, 300)}`;
      try {
        const response = await fetch(url, { method, headers, ...sent });
        const text = await response.text();
        const tookMs = performance.now() - began;
        count += 1;
        longestMs = Math.max(longestMs, Math.ceil(tookMs));
        const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "") && text !== "";
        if (response.status !== expected) {
          const kind = response.status >= 500 ? "crash" : "code";
          problems.push(`${kind}: ${what}: ${response.status} ${text.slice(0, 200)}`);
        }
        if (tookMs > MAX_ANSWER_MS) problems.push(`slow: ${what}: ${Math.round(tookMs)} ms`);
        return { status: response.status, body: isJson ? JSON.parse(text) : text };
      } catch (error) {
        problems.push(`crash: ${what}: ${/** @type {Error} */ (error).message}`);
        return { status: 0, body: {} };
      }
    },
    /** Resolves to the bytes in use. @param {string} url */
    async checkMemory(url) {
      const bytes = await memoryOf(url);
      longestMiB = Math.max(longestMiB, Math.ceil(bytes / 2 ** 20));
      if (bytes > MAX_MEMORY_BYTES) problems.push(`memory: ${bytes} bytes in use`);
      return bytes;
    },
    totals: () => ({ answers: count, longestMs, longestMiB, problems }),
  };
}
