import type { ContestantName } from "./contestant.ts";

/** How contestants are called, and how their lines look: told apart without colour, too. */
export const SHOWN_AS: Readonly<
  Record<
    ContestantName,
    { readonly label: string; readonly colour: string; readonly dash?: readonly number[] }
  >
> = {
  learned: { label: "Learned", colour: "--line-1" },
  luby: { label: "Luby", colour: "--line-2", dash: [8, 4] },
  never: { label: "No restarts", colour: "--line-3", dash: [2, 4] },
};
