/** The rules that choose which variable of a falsified clause to flip; in the order of assembly/settings.ts. */
export const heuristics = {
  skc: {
    summary: "a variable that breaks nothing if there is one, else a random or a least-breaking one",
    citation: "Selman, Kautz, Cohen: Noise strategies for improving local search, AAAI 1994",
    noise: 0.567,
  },
  novelty: {
    summary: "the best score, unless it was flipped last; then the second best with probability noise",
    citation: "McAllester, Selman, Kautz: Evidence for invariants in local search, AAAI 1997",
    noise: 0.5,
  },
  "novelty+": {
    summary: "novelty with a random walk step now and then",
    citation: "Hoos: On the run-time behaviour of stochastic local search algorithms for SAT, AAAI 1999",
    noise: 0.5,
  },
  rnovelty: {
    summary: "novelty that looks at the lead of the best over the second; a random flip every hundredth time",
    citation: "McAllester, Selman, Kautz: Evidence for invariants in local search, AAAI 1997",
    noise: 0.5,
  },
  "rnovelty+": {
    summary: "rnovelty with a random walk step now and then instead of every hundredth time",
    citation: "Hoos: On the run-time behaviour of stochastic local search algorithms for SAT, AAAI 1999",
    noise: 0.5,
  },
  tabu: {
    summary: "the best score among variables not flipped within the tenure",
    citation: "McAllester, Selman, Kautz: Evidence for invariants in local search, AAAI 1997",
    noise: 0,
  },
  probsat: {
    summary: "a variable with probability that falls with the number of clauses it breaks",
    citation: "Balint, Schöning: Choosing probability distributions for stochastic local search, SAT 2012",
    noise: 0,
  },
} as const;

/** The name of a rule. */
export type Heuristic = keyof typeof heuristics;

/** All names, in the order of the engine's codes. */
export const heuristicNames = Object.keys(heuristics) as readonly Heuristic[];
