import type { TopLevelSpec } from "vega-lite";
import { startWorker } from "../computing/start-worker.ts";

/** A figure, as it is sent to be drawn. */
export interface ToDraw {
  readonly number: number;
  readonly figure: TopLevelSpec;
  readonly width: number;
  readonly colours: readonly string[];
}

export type Drawn = { readonly number: number } & ({ readonly svg: string } | { readonly problem: string });

type Settle = (drawn: Drawn) => void;

let drawer: Promise<Worker> | undefined;
let figures = 0;
const waiting = new Map<number, Settle>();

/** Has a figure drawn by the one worker that has Vega, which is loaded with the first of them. */
export async function drawn(
  figure: TopLevelSpec,
  width: number,
  colours: readonly string[],
): Promise<string> {
  drawer ??= startDrawer();
  const worker = await drawer;
  const number = ++figures;
  const answer = await new Promise<Drawn>((settle) => {
    waiting.set(number, settle);
    worker.postMessage({ number, figure, width, colours } satisfies ToDraw);
  });
  if ("problem" in answer) throw new Error(answer.problem);
  return answer.svg;
}

async function startDrawer(): Promise<Worker> {
  try {
    const worker = await startWorker("figures");
    worker.onmessage = ({ data }: MessageEvent<Drawn>) => {
      waiting.get(data.number)?.(data);
      waiting.delete(data.number);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      for (const [number, settle] of waiting) settle({ number, problem: event.message });
      waiting.clear();
    };
    return worker;
  } catch (error) {
    // Who tries again may have a network again.
    drawer = undefined;
    throw error;
  }
}
