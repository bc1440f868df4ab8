/**
 * Work that any thread can do: what comes out follows from the part alone, so that one thread and many
 * give the same bytes. Parts and results are plain data, since they travel between threads.
 */
export interface Study<Part, Result> {
  readonly name: string;
  play(part: Part): Result;
}

/** Plays the parts of a study on all threads; gives the results in the order of the parts. */
export type PlayStudy = <Part, Result>(
  study: Study<Part, Result>,
  parts: readonly Part[],
) => Promise<Result[]>;
