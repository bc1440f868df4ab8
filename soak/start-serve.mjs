import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const installed = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));

/**
 * The service, started as a user would; `url` is its address once it listens, or "" if it ended before that.
 * @param {readonly string[]} words
 * @param {string} main
 */
export function startServe(words, main = installed) {
  const child = spawn(process.execPath, [main, "serve", "--port", "0", ...words], {
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
