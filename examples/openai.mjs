// An OpenAI-style client: models as arms. The client's own retries and timeout are off, since both are learned.
import { mulligan } from "@mulligan/core";
import OpenAI from "openai";

export function chat({ baseURL, apiKey, models }) {
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
  const arms = Object.fromEntries(
    models.map((model) => [
      model,
      ({ signal, input }) =>
        client.chat.completions.create({ model, messages: [{ role: "user", content: input }] }, { signal }),
    ]),
  );
  const calls = mulligan({
    arms,
    minCutoffMs: 20, // no model answers sooner
    shouldRetry: (error) => !(error instanceof OpenAI.BadRequestError),
  });
  return async (question, options = {}) => {
    const completion = await calls.execute({ input: question, ...options });
    return completion.choices[0].message.content;
  };
}
