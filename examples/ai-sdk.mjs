// Uses two models of one provider of the AI SDK as arms. The SDK's own retries are off, since the learner makes them.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { model } from "@mulligan/fetch";
import { streamText } from "ai";

export function assistant({ baseURL, apiKey, models, ...options }) {
  const provider = createOpenAICompatible({ name: "provider", baseURL, apiKey, includeUsage: true });
  const arms = Object.fromEntries(models.map((name) => [name, provider(name)]));
  return model({ arms, ...options });
}

/** The words of an answer as they come, and in the end what all its attempts used. */
export async function* ask(learned, prompt, { signal } = {}) {
  const onError = () => {}; // it is thrown below
  const { fullStream } = streamText({ model: learned, prompt, abortSignal: signal, maxRetries: 0, onError });
  for await (const part of fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") yield part.text;
    if (part.type === "finish-step") yield part.providerMetadata.mulligan;
  }
}
