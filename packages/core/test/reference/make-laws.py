"""Reference values for packages/core/src/distributions: run `python3 make-laws.py`, then `npx biome format --write`.

Computed with 30 digits by mpmath from the definitions: cdf and survival from mpmath's own special functions,
E[X^p ; X <= t] and E[min(X, t)] by quadrature of the density, which shares no formula with the TypeScript. Where
scipy has the law, cdf, survival and quantile are compared with it as well. Needs mpmath and scipy (1.17).
"""

import json
import os

from mpmath import cos, erfc, exp, findroot, gammainc, inf, log, loggamma, mp, mpf, ncdf, pi, quad, sqrt
from scipy import stats

mp.dps = 30
POWERS = [-0.5, 0.5, 1, 2, 3, 4]
QUANTILES = [1e-12, 1e-3, 0.1, 0.5, 0.9, 0.999, 1 - 1e-9]


class Law:
    def __init__(self, name, low, density, cdf, survival, diverges, frozen, marks=(), high=inf):
        self.name = name  # notation of parse.ts
        self.low, self.high = mpf(low), mpf(high)
        self.density, self.cdf, self.survival = density, cdf, survival
        self.diverges = diverges  # (power, t) -> whether E[X^power ; X <= t] is infinite
        self.frozen = frozen  # scipy's law, or None
        self.marks = [mpf(m) for m in marks]  # where quadrature should cut

    def cuts(self, to):
        inner = [m for m in self.marks if self.low < m < to]
        return [self.low, *inner, to]

    def moment(self, power, t):
        if self.diverges(power, min(mpf(t), self.high)):
            return inf
        return self.expectation(lambda x: x**power, t)

    def expectation(self, g, t):
        """E[g(X) ; X <= t]."""
        to = min(mpf(t), self.high)
        if to <= self.low:
            return mpf(0)
        if to == inf:
            to = self.marks[-1]  # beyond it less than 10⁻²⁵ is left
        # x = e^u: every law here is tame on a logarithmic clock. mpmath's error is absolute, hence the unit.
        unit = mpf(1) if t == inf else g(to) * self.cdf(to)
        cuts = [log(c) if c > 0 else -inf for c in self.cuts(to)]
        value, error = quad(lambda u: g(exp(u)) * exp(u) * self.density(exp(u)) / unit, cuts, error=True, maxdegree=10)
        assert error <= abs(value) * mpf(10) ** -15, (self.name, t, value, error)
        return value * unit


def falls(x):
    """1 − e^(−x); mpmath's expm1 does not come back from arguments beyond some thousands."""
    return -mp.expm1(-x) if x < 50 else 1 - exp(-x)


def exponential(mean):
    m = mpf(mean)
    return Law(
        f"exponential(mean={mean})", 0, lambda x: exp(-x / m) / m, lambda x: falls(x / m), lambda x: exp(-x / m),
        lambda p, t: p <= -1, stats.expon(scale=mean), [m * mpf(10) ** k for k in (-12, -6, -3, -1, 0, 0.7, 1.3, 2, 2.5)],
    )


def weibull(scale, shape):
    s, k = mpf(scale), mpf(shape)
    return Law(
        f"weibull(scale={scale},shape={shape})", 0,
        lambda x: k / s * (x / s) ** (k - 1) * exp(-((x / s) ** k)),
        lambda x: falls((x / s) ** k), lambda x: exp(-((x / s) ** k)),
        lambda p, t: p <= -k, stats.weibull_min(shape, scale=scale),
        [s * (mpf(10) ** e) ** (1 / k) for e in (-12, -6, -3, -1, 0, 0.5, 1, 1.5, 2, 2.5)],
    )


def gamma(shape, scale):
    k, s = mpf(shape), mpf(scale)
    spread = [k + z * sqrt(k) for z in (-12, -6, -3, 0, 3, 6, 12, 40) if k + z * sqrt(k) > 0] + [k + 40 * sqrt(k) + 200]
    marks = sorted([mpf(10) ** e for e in (-12, -6, -3, -1)] + spread) if k < 100 else spread
    return Law(
        f"gamma(shape={shape},scale={scale})", 0,
        lambda x: exp((k - 1) * log(x / s) - x / s - loggamma(k)) / s,
        lambda x: gammainc(k, 0, x / s, regularized=True), lambda x: gammainc(k, x / s, inf, regularized=True),
        lambda p, t: p <= -k, stats.gamma(shape, scale=scale), [s * m for m in marks],
    )


def lognormal(median, sigma):
    m, s = mpf(median), mpf(sigma)
    return Law(
        f"lognormal(median={median},sigma={sigma})", 0,
        lambda x: exp(-(log(x / m) ** 2) / (2 * s * s)) / (x * s * sqrt(2 * pi)),
        lambda x: erfc(-log(x / m) / s / sqrt(2)) / 2, lambda x: erfc(log(x / m) / s / sqrt(2)) / 2,
        lambda p, t: False, stats.lognorm(sigma, scale=median),
        [m * exp(s * z) for z in (-12, -8, -5, -2, 0, 2, 4, 6, 9, 14, 20, 30)],
    )


def pareto(scale, shape):
    m, a = mpf(scale), mpf(shape)
    return Law(
        f"pareto(scale={scale},shape={shape})", m,
        lambda x: a / x * (m / x) ** a, lambda x: 1 - (m / x) ** a, lambda x: (m / x) ** a,
        lambda p, t: t == inf and p >= shape, stats.pareto(shape, scale=scale),
        [m * mpf(10) ** k for k in (0.3, 1, 2, 4, 8, 16, 32, 64, 100, 140)],
    )


def uniform(low, high):
    a, b = mpf(low), mpf(high)
    return Law(
        f"uniform(low={low},high={high})", a, lambda x: 1 / (b - a),
        lambda x: min(mpf(1), max(mpf(0), (x - a) / (b - a))), lambda x: min(mpf(1), max(mpf(0), (b - x) / (b - a))),
        lambda p, t: low == 0 and p <= -1, stats.uniform(low, high - low), [], b,
    )


def shift(by, law):
    d = mpf(by)
    moved = Law(
        f"shift(by={by},{law.name})", d + law.low, None, lambda x: law.cdf(x - d), lambda x: law.survival(x - d),
        lambda p, t: p > 0 and law.diverges(p, t - d), None,
    )
    moved.expectation = lambda g, t: law.expectation(lambda y: g(d + y), mpf(t) - d)
    return moved


def quantile(law, p):
    """By bisection on the logarithmic clock, to 20 digits: independent of any inverse formula."""
    p = mpf(p)
    low, high = -900 * log(10) / 2, 40 * log(10)
    for _ in range(80):
        middle = (low + high) / 2
        x = exp(middle)
        reached = x > law.low and (law.cdf(x) >= p if p < 0.5 else law.survival(x) <= 1 - p)
        low, high = (low, middle) if reached else (middle, high)
    return exp(high)


def double(x):
    return "Infinity" if x == inf else float(x)


def law_rows(law, times):
    rows = []
    for time in times:
        t = mpf(time)
        moments = [law.moment(p, t) for p in POWERS]
        below = law.cdf(t) if t > law.low else mpf(0)
        above = law.survival(t) if t > law.low else mpf(1)
        if law.frozen is not None:
            assert abs(law.frozen.cdf(time) - float(below)) < 1e-9, (law.name, time)
            assert above < 1e-290 or abs(law.frozen.sf(time) / float(above) - 1) < 1e-9, (law.name, time)
        rows.append([time, *map(double, (below, above, moments[2] + t * above, *moments))])
    quantiles = [[p, double(quantile(law, p))] for p in QUANTILES]
    if law.frozen is not None:
        for p, x in quantiles:
            assert abs(law.frozen.ppf(p) / x - 1) < 1e-7, (law.name, p, x, law.frozen.ppf(p))
    totals = [double(law.moment(p, inf)) for p in POWERS]
    return {"law": law.name, "totals": totals, "points": rows, "quantiles": quantiles}


def spread_rows(law, cutoff, resetting):
    """Variance and kurtosis of U = min(X, t) + C·1{X > t}: with 40 digits the plain moments do."""
    t, c = mpf(cutoff), mpf(resetting)
    cut = 0 if t == inf else law.survival(t)
    moment = lambda p: law.moment(p, t) + (0 if t == inf else (t + c) ** p * cut)
    m1, m2, m3, m4 = (moment(p) for p in (1, 2, 3, 4))
    variance = m2 - m1**2
    fourth = m4 - 4 * m1 * m3 + 6 * m1**2 * m2 - 3 * m1**4
    return [law.name, double(t), resetting, double(m1), double(variance), double(fourth / variance**2)]


def incomplete_gamma(a, x):
    """P and Q from the series of P alone, with digits enough for 1 − P (mpmath's gammainc gives up at 10⁴)."""
    with mp.workdps(50 + int(x / 2)):
        a, x = mpf(a), mpf(x)
        term = total = exp(a * log(x) - x - loggamma(a + 1))
        n = 0
        while term > total * mpf(10) ** -mp.dps:
            n += 1
            term *= x / (a + n)
            total += term
        return total, 1 - total


def special():
    gamma_pairs = [
        (a, x)
        for a in (1e-10, 0.01, 0.3, 0.5, 0.9, 1, 2.5, 9.9, 10, 100.5, 1e4)
        for x in (1e-8, 0.1, 1.4, 1.6, 0.5 * a, a - 3 * a**0.5, a, a + 1.5 * a**0.5, 1.2 * a + 1, 5 * a + 30)
        if 0 < x < 20000
    ]
    gamma_rows = []
    for a, x in gamma_pairs:
        p, q = incomplete_gamma(a, x)
        gamma_rows.append([a, x, double(p), double(q)])
    points = [1e-300, 1e-10, 0.1, 0.5, 0.75, 1 - 2**-30, 1, 1 + 2**-30, 1.5, 2 - 2**-30, 2, 2.5, 3, 7.3, 9.99, 10]
    return {
        "logGamma": [[x, double(loggamma(mpf(x)))] for x in [*points, 11.5, 100.5, 1e6, 1e15]],
        "gammaRatio": [
            [x, p, double(mp.gammaprod([mpf(x) + mpf(p)], [mpf(x)]))]
            for x in (0.7, 3, 12.5, 1e3, 1e6)
            for p in (-0.5, 0.3, 1, 2.5, 4)
        ],
        "incompleteGamma": gamma_rows,
        "erfc": [[x, double(erfc(mpf(x)))] for x in (-3, -0.5, -1e-9, 0, 1e-9, 0.1, 0.5, 1, 2, 3.3, 5, 10, 20, 26)],
        "normalCdf": [[z, double(ncdf(mpf(z)))] for z in (-37, -20.3, -10, -5.1, -2, -1, -0.1, 0, 0.1, 1, 3, 8.2)],
        "normalQuantile": [
            [p, double(findroot(lambda z: log(ncdf(z)) - log(mpf(p)), stats.norm.ppf(p), tol=mpf(10) ** -30))]
            for p in (1e-300, 1e-20, 1e-5, 0.01, 0.3, 0.499, 0.7, 0.999, 1 - 1e-12)
        ],
    }


def chebyshev(count):
    """Coefficients of e^(x²)·erfc(x)/t in t = 2/(2+x): the table in special/erfc.ts."""
    nodes = 120

    def f(t):
        x = 2 * (1 - t) / t
        if x < 60:
            return exp(x * x) * erfc(x) / t
        term, total = mpf(1), mpf(0)
        for n in range(30):
            total += term
            term *= -(2 * n + 1) / (2 * x * x)
        return total / (x * sqrt(pi)) / t

    values = [f((cos(pi * (k + mpf(1) / 2) / nodes) + 1) / 2) for k in range(nodes)]
    return [
        float(mpf(2) / nodes * sum(v * cos(pi * j * (k + mpf(1) / 2) / nodes) for k, v in enumerate(values)))
        for j in range(count)
    ]


def main():
    laws = [
        (exponential(1), [1e-9, 0.01, 0.5, 1, 3, 40, 700]),
        (exponential(20), [0.001, 7, 200]),
        (weibull(1, 0.5), [1e-9, 0.01, 1, 10, 2000]),
        (weibull(2, 3), [1e-4, 0.5, 2, 4, 14]),
        (gamma(3, 0.5), [1e-6, 0.2, 1.5, 3.9, 4.1, 80]),
        (gamma(0.3, 2), [1e-12, 0.01, 1, 2.9, 30, 900]),
        (gamma(1000, 0.01), [6, 9.5, 10, 10.8, 14]),
        (lognormal(0.9, 1.2), [1e-9, 0.05, 0.9, 5, 1e4]),
        (lognormal(1, 3), [1e-6, 1, 1e6]),
        (pareto(1, 1.2), [0.5, 1, 1 + 2**-30, 1.5, 20, 1e6]),
        (pareto(0.3, 2), [0.2, 0.31, 4, 1e5]),
        (pareto(2, 5.5), [2.001, 3, 100]),
        (uniform(0, 1), [1e-9, 0.3, 1, 2]),
        (uniform(3, 3.5), [2, 3 + 2**-20, 3.2, 3.5, 9]),
        (shift(0.2, exponential(0.3)), [0.1, 0.2001, 0.5, 4]),
        (shift(1, pareto(0.3, 1.2)), [1.2, 1.5, 30]),
        (shift(0.5, lognormal(2, 0.5)), [0.6, 2.5, 20]),
        (shift(5, gamma(0.3, 1)), [5.001, 6, 20]),
    ]
    spreads = [
        (exponential(1), 0.001, 0), (exponential(1), 2, 1.5), (gamma(1000, 0.01), inf, 0), (gamma(1000, 0.01), 12, 0.5),
        (gamma(1000, 0.01), 10, 0), (shift(50, exponential(0.3)), inf, 0), (shift(50, exponential(0.3)), 50.2, 0.1),
        (uniform(3, 3.0625), 9, 1), (uniform(3, 3.0625), 3.03125, 0), (lognormal(1, 0.01), inf, 0),
        (pareto(1, 5), inf, 0), (pareto(1, 400), inf, 0), (weibull(2, 300), 2, 0.25),
    ]
    document = {
        "powers": POWERS,
        "laws": [law_rows(law, times) for law, times in laws],
        "spreads": [spread_rows(*row) for row in spreads],
        "special": special(),
    }
    print("special/erfc.ts:", chebyshev(28))
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "laws.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
        file.write("\n")


main()
