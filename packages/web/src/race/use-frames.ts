import { useEffect, useReducer, useRef } from "preact/hooks";
import type { Frames } from "./frames.ts";

/**
 * Draws a component again while the race runs: in turn with others, or at every frame, and only if the version that
 * `versionOf` gives is another than the last.
 */
export function useFrames(frames: Frames, when: "always" | "inTurn", versionOf: () => number): number {
  const drawn = useRef(-1);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const version = versionOf();
  drawn.current = version;
  const latest = useRef(versionOf);
  latest.current = versionOf;
  useEffect(
    () =>
      frames[when](() => {
        if (latest.current() !== drawn.current) draw(undefined);
      }),
    [frames, when],
  );
  return version;
}
