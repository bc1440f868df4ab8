/** How the command ends; `process.exitCode` is set to one of these. */
export const exitCode = {
  done: 0,
  /** Done, but some tasks failed or stayed unsolved. */
  unsolved: 1,
  /** Bad usage or bad input, or an output that cannot be written. */
  usage: 2,
  /** `sat` with one file, as in the SAT competition. */
  satisfiable: 10,
  /** A defect of ours; EX_SOFTWARE of sysexits(3). */
  defect: 70,
  /** The budget was spent first; the code of timeout(1). */
  budget: 124,
  /** Ctrl-C; what was learned is saved. */
  interrupted: 130,
} as const;
