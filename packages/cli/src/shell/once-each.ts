import { say } from "./say.ts";

/** Says each thing once, however often it happens; `key` names the thing. */
export function sayOnceEach(): (key: string, text: string) => void {
  const said = new Set<string>();
  return (key, text) => {
    if (said.has(key)) return;
    said.add(key);
    say(text);
  };
}
