import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What one request meets, step by step. */
export type Reply =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | readonly ("role" | "stall" | "end" | "break" | { readonly say: string } | { readonly error: string })[];

/** A server that speaks the OpenAI protocol as far as chat completions go. */
export async function openaiServer(reply: (model: string, request: number) => Reply) {
  const seen: { model: string; closed: boolean }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { model } = JSON.parse(body);
    const entry = { model, closed: false };
    seen.push(entry);
    response.on("close", () => {
      entry.closed = !response.writableFinished;
    });
    const steps = reply(model, seen.filter((other) => other.model === model).length);
    if ("status" in steps) {
      response.writeHead(steps.status, { "content-type": "application/json", ...steps.headers });
      response.end(JSON.stringify({ error: { message: `status ${steps.status}`, type: "error" } }));
    } else await play(response, model, steps);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** The requests so far. */
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function play(response: ServerResponse, model: string, steps: Exclude<Reply, { status: number }>) {
  const chunk = (choice: object, more: object = {}) => {
    const event = { id: "1", object: "chat.completion.chunk", created: 1, model, ...more, choices: [choice] };
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const step of steps) {
    if (step === "stall" || response.destroyed) return; // after a stall the connection stays open
    if (step === "break") response.destroy();
    else if (step === "role")
      chunk({ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null });
    else if (step === "end") {
      const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };
      chunk({ index: 0, delta: {}, finish_reason: "stop" }, { usage });
      response.end("data: [DONE]\n\n");
    } else if ("say" in step) chunk({ index: 0, delta: { content: step.say }, finish_reason: null });
    else
      response.write(`data: ${JSON.stringify({ error: { message: step.error, type: "server_error" } })}\n\n`);
    // One chunk of the body for each step.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export const answer: Reply = ["role", { say: "hel" }, { say: "lo" }, "end"];
