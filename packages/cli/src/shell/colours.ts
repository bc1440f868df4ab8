import picocolors from "picocolors";

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Colours for a stream: on a terminal only, never with NO_COLOR (no-color.org), always with FORCE_COLOR. */
export function coloursFor(
  stream: { readonly isTTY?: boolean },
  environment: NodeJS.ProcessEnv = process.env,
): Colours {
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: terminal } = environment;
  if (no !== undefined && no !== "") return picocolors.createColors(false);
  if (force !== undefined && force !== "" && force !== "0") return picocolors.createColors(true);
  return picocolors.createColors(stream.isTTY === true && terminal !== "dumb");
}
