import { onTestFinished } from "vitest";

export interface Heard {
  readonly event: string;
  readonly id: number;
  // biome-ignore lint/suspicious/noExplicitAny: what it holds is what the tests are about
  readonly data: any;
}

/** Listens to server-sent events; `until` resolves when so many, or the one that is looked for, were heard. */
export async function listening(url: string) {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const response = await fetch(url, { signal: controller.signal });
  const heard: Heard[] = [];
  const waiting = new Set<() => void>();
  let ended = false;
  const reading = (async () => {
    let text = "";
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      const blocks = text.split("\n\n");
      text = blocks.pop()!;
      heard.push(...blocks.filter((block) => block !== ":").map(parse));
      for (const look of waiting) look();
    }
  })()
    .catch(() => {})
    .finally(() => {
      ended = true;
      for (const look of waiting) look();
    });
  return {
    response,
    heard,
    ended: reading,
    stop: () => controller.abort(),
    until: (enough: (heard: readonly Heard[]) => boolean) =>
      new Promise<readonly Heard[]>((resolve, reject) => {
        const look = () => {
          if (enough(heard)) resolve(heard);
          else if (ended) reject(new Error(`the stream ended after ${heard.length} events`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
  };
}

function parse(block: string): Heard {
  const fields = Object.fromEntries(
    block.split("\n").map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  return { event: fields.event, id: Number(fields.id), data: JSON.parse(fields.data) };
}
