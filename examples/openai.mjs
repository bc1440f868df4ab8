// Gives a learned fetch to OpenAI's client, as to any client that takes a `fetch`. The client's own retries are off.
import { learnedFetch } from "@mulligan/fetch";
import OpenAI from "openai";

export function client({ baseURL, apiKey, ...options }) {
  const fetch = learnedFetch({
    // A completion is a POST. It may be sent, and billed, twice; nothing else happens if it is.
    retry: ({ url }) => url.pathname.endsWith("/chat/completions"),
    ...options,
  });
  return new OpenAI({ baseURL, apiKey, fetch, maxRetries: 0 });
}

/** The words of an answer as they come. */
export async function* ask(openai, model, question, { signal } = {}) {
  const messages = [{ role: "user", content: question }];
  const stream = await openai.chat.completions.create({ model, messages, stream: true }, { signal });
  for await (const { choices } of stream) yield choices[0]?.delta?.content ?? "";
}
