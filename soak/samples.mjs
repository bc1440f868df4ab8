/** What is understood, to be mutated. */
export const LAWS = [
  "exponential(mean=1)",
  "pareto(scale=1,shape=1.2)",
  "lognormal(median=0.9,sigma=1.2)",
  "weibull(scale=1,shape=0.5)",
  "gamma(shape=3,scale=0.5)",
  "uniform(low=0,high=1)",
  "constant(value=1)",
  "fast=shift(by=0.2,exponential(mean=3))",
  "scaled(factor=2,mixture(0.5*uniform(low=2,high=3),0.5*pareto(scale=1,shape=2)))",
  "mixture(0.9*exponential(mean=1),0.1*constant(value=100))",
];
export const CUTOFFS = ["auto", "1,2,4,inf", "log:0.1:10:9", "0.5..8", "100,1e3", "inf"];
export const POLICIES = [
  "km-ts",
  "km-ts:halfLife=20",
  "ucb-rb",
  "luby:base=5",
  "luby:base=5",
  "never",
  "fixed:cutoff=3",
];
/** With units, as `mulligan run` wants them. */
export const RUN_CUTOFFS = ["auto", "1ms,2ms,4s,inf", "log:0.1ms:10s:9", "0.5ms..8s", "..1m", "inf"];
export const RUN_POLICIES = [
  "km-ts",
  "km-ts:halfLifeTime=20s",
  "ucb-rb",
  "luby:base=5ms",
  "luby:base=5ms",
  "never",
  "fixed:cutoff=3ms",
];
export const REWARDS = ["one", "bernoulli(p=0.3)", "power(omega=1,gamma=0.5)"];
export const RESETTINGS = ["none", "constant(0.1)", "proportional(0.2)"];
export const DURATIONS = ["250ms", "2s", "5m", "1h", "1.5s"];
export const COMMANDS = ["sh -c 'exit {seed}' a", 'a="b c" d\\ e', "minisat -rnd-seed={seed} {input}"];
export const OUTCOMES = ["exit", "last-number", "regex:score (\\d+)", "json:a.b"];

export const TRIALS = [
  '{"type":"trial","instance":"a","arm":"x","cutoff":64,"completed":1,"time":50.2,"reward":1,"occurrence":1,"seed":9}\n{"type":"trial","instance":null,"arm":"x","cutoff":"inf","completed":0,"time":3,"resetting":1,"occurrence":2,"seed":1}\n',
];

export const FORMULAS = [
  "c a comment\np cnf 3 2\n1 -2 0\n2 3 0\n",
  "p cnf 2 4\n1 2 0 -1 2 0\n1 -2 0\n-1 -2 0\n%\n0\n",
  "p cnf 5 3\n1 -5 4\n0 -1 5 3 4 0\n-3 -4 0\n",
];
