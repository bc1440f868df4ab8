import { stream } from "@mulligan/core/random";
import { parseLaw, parseReward } from "@mulligan/core/distributions";
import { knownArm } from "@mulligan/core/theory";
export const table = {
  peak: { laws: ["mixture(0.4*uniform(low=1.0692,high=1.0908),0.6*uniform(low=20,high=60))"] },
  atoms1: { laws: ["mixture(0.3*constant(value=1.03),0.2*constant(value=3.41),0.5*constant(value=48.1))"] },
  atoms2: { laws: ["mixture(0.2*constant(value=0.7),0.5*constant(value=2.05),0.3*constant(value=90))"] },
  modes3: { laws: ["mixture(0.3*uniform(low=1.07,high=1.18),0.3*uniform(low=3,high=3.3),0.4*uniform(low=30,high=40))"] },
  delayed: { laws: ["mixture(0.5*shift(by=3,exponential(mean=0.3)),0.5*shift(by=3,exponential(mean=40)))"] },
  rare: { laws: ["mixture(0.01*uniform(low=0.5,high=1),0.99*constant(value=1000000))"] },
  bern2: { laws: ["exponential(mean=1)","exponential(mean=1)"], rewards: ["bernoulli(p=0.05)","bernoulli(p=0.025)"] },
  bern3: { laws: ["lognormal(median=0.9,sigma=1.2)","lognormal(median=0.9,sigma=1.2)","lognormal(median=0.9,sigma=1.2)"], rewards: ["bernoulli(p=0.05)","bernoulli(p=0.1)","bernoulli(p=0.3)"] },
  gamma3: { laws: ["gamma(shape=3,scale=0.5)"] },
  lognormal: { laws: ["lognormal(median=0.9,sigma=1.2)"] },
  pareto: { laws: ["pareto(scale=0.3,shape=1.2)"] },
  mix: { laws: ["mixture(0.5*shift(by=0.2,exponential(mean=0.3)),0.5*exponential(mean=20))"] },
  exp: { laws: ["exponential(mean=1)"] },
};
export function drawn(seed) {
  const r = stream(seed, "laws"); const u = () => r.uniform();
  const n = 1 + Math.floor(u() * 3); const parts = []; let total = 0;
  const one = () => { const s = 10 ** (u() * 2); const f = (x) => Number(x.toPrecision(3)); switch (Math.floor(u() * 7)) {
    case 0: return `uniform(low=${f(s)},high=${f(s * (1.01 + u() * 0.5))})`;
    case 1: return `constant(value=${f(s)})`;
    case 2: return `lognormal(median=${f(s)},sigma=${f(0.3 + 1.7 * u())})`;
    case 3: return `exponential(mean=${f(s)})`;
    case 4: return `gamma(shape=${f(1.5 + 4 * u())},scale=${f(s / 3)})`;
    case 5: return `weibull(scale=${f(s)},shape=${f(1.2 + 2 * u())})`;
    default: return `pareto(scale=${f(s)},shape=${f(0.6 + u())})`; } };
  for (let i = 0; i < n; i++) { const w = 0.1 + u(); total += w; parts.push([w, one()]); }
  if (n === 1) return { laws: [parts[0][1]] };
  let left = 1; const words = parts.map(([w, l], i) => { const x = i === n - 1 ? Number(left.toFixed(3)) : Number((w / total).toFixed(3)); left -= x; return `${x}*${l}`; });
  return { laws: [`mixture(${words.join(",")})`] };
}
export const armsOf = ({ laws, rewards }) => laws.map((l, i) => knownArm(parseReward(rewards?.[i] ?? "one")(parseLaw(l)), { name: `a${i}` }));
