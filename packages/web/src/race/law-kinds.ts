/** A kind of notation to begin with, before its numbers are dragged. */
export interface Kind {
  readonly title: string;
  readonly text: string;
}

/** The laws that are chosen by their pictures; others are written. */
export const LAW_KINDS: readonly Kind[] = [
  { title: "exponential", text: "exponential(mean=1)" },
  { title: "Pareto", text: "pareto(scale=1,shape=1.2)" },
  { title: "lognormal", text: "lognormal(median=1,sigma=1)" },
  { title: "Weibull", text: "weibull(scale=1,shape=0.7)" },
  { title: "gamma", text: "gamma(shape=4,scale=0.5)" },
  { title: "uniform", text: "uniform(low=0.5,high=2)" },
  { title: "hangs", text: "mixture(0.95*lognormal(median=1,sigma=0.5),0.05*constant(value=500))" },
  { title: "two kinds", text: "mixture(0.6*gamma(shape=8,scale=0.1),0.4*gamma(shape=20,scale=0.2))" },
];

export const REWARD_KINDS: readonly Kind[] = [
  { title: "1 for every run that ends", text: "one" },
  { title: "1 with some chance, else 0", text: "bernoulli(p=0.3)" },
  { title: "a power of the time: ω·tᵞ", text: "power(omega=0.5,gamma=-0.2)" },
];

export const RESETTING_KINDS: readonly Kind[] = [
  { title: "a cut costs nothing", text: "none" },
  { title: "a cut costs a fixed time", text: "constant(0.1)" },
  { title: "a cut costs a share of the cutoff", text: "proportional(0.2)" },
];
