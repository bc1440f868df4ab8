"""Reference values for packages/core/src/random: run `python3 make-random.py`, then `npx biome format --write`.

Nothing here is shared with the TypeScript: xoshiro128++ is written from the published recurrence, its jumps
are powers of the step's matrix over GF(2) (not the published polynomials), and the constants of the ziggurats
are solved for with mpmath. Needs mpmath and scipy.
"""

import json
import os
import struct

from mpmath import erfc, exp, findroot, log, mp, mpf, pi, sqrt
from scipy.special import betainc

MASK = 0xFFFFFFFF


def rotate(x, k):
    return ((x << k) | (x >> (32 - k))) & MASK


def step(state):
    """One step of the linear engine: the next state."""
    s0, s1, s2, s3 = state
    t = (s1 << 9) & MASK
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    return [s0, s1, s2, rotate(s3, 11)]


def output(state):
    return (rotate((state[0] + state[3]) & MASK, 7) + state[0]) & MASK


def outputs(state, count):
    result = []
    for _ in range(count):
        result.append(output(state))
        state = step(state)
    return result


def pack(state):
    return state[0] | state[1] << 32 | state[2] << 64 | state[3] << 96


def unpack(bits):
    return [(bits >> (32 * i)) & MASK for i in range(4)]


def apply(columns, bits):
    result = 0
    for i in range(128):
        if bits >> i & 1:
            result ^= columns[i]
    return result


def doubled_step(times):
    """The matrix of 2^times steps, as the images of the unit vectors."""
    columns = [pack(step(unpack(1 << i))) for i in range(128)]
    for _ in range(times):
        columns = [apply(columns, column) for column in columns]
    return columns


def stream_state(*key):
    """The hash of random/stream.ts, from its description."""
    words = []
    for part in key:
        if isinstance(part, str):
            units = part.encode("utf-16-le")
            words += [0x73747200, len(units) // 2]
            words += [units[i] | units[i + 1] << 8 for i in range(0, len(units), 2)]
        else:
            high, low = struct.unpack(">II", struct.pack(">d", float(part) + 0.0))
            words += [0x6E756D00, high, low]
    words += [len(key) - 1, 0]
    lanes = [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344]
    for word in words:
        lanes[0] = mix(lanes[0] ^ lanes[3] ^ word)
        for i in (1, 2, 3):
            lanes[i] = mix((lanes[i] + lanes[i - 1]) & MASK)
    return lanes


def mix(x):
    x ^= x >> 16
    x = x * 0x85EBCA6B & MASK
    x ^= x >> 13
    x = x * 0xC2B2AE35 & MASK
    return x ^ x >> 16


def ziggurat(density, inverse, tail, guess):
    """R and the area for 256 layers: the top layer must end at height 1."""

    def gap(r):
        area = r * density(r) + tail(r)
        x = r
        for layer in range(254):
            height = area / x + density(x)
            if height >= 1:
                return height - 1 + (254 - layer)
            x = inverse(height)
        return area / x + density(x) - 1

    r = findroot(gap, guess, tol=mpf(10) ** -30)
    return [mp.nstr(r, 25), mp.nstr(r * density(r) + tail(r), 25)]


def beta_table(alpha, beta):
    """Edges over the whole law and the chance of being at most each of them."""
    mean = mpf(alpha) / (alpha + beta)
    deviation = sqrt(mean * (1 - mean) / (alpha + beta + 1))
    if min(alpha, beta) < 1:
        edges = [1e-250, 1e-100, 1e-30, 1e-10, 1e-4, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1 - 1e-6]
    else:
        edges = [float(mean + z * deviation) for z in (-2.5, -2, -1.5, -1, -0.5, -0.2, 0, 0.3, 0.7, 1, 1.5, 2, 2.5, 3)]
        edges = [edge for edge in edges if 0 < edge < 1]
    chances = [float(betainc(alpha, beta, edge)) for edge in edges]
    kept = [(e, c) for e, c in zip(edges, chances) if 1e-4 < c < 1 - 1e-4]
    return {"shapes": [alpha, beta], "edges": [e for e, _ in kept], "cdf": [c for _, c in kept]}


def main():
    mp.dps = 40
    state = [0x12345678, 0x9ABCDEF0, 0x0F1E2D3C, 0xDEADBEEF]
    jump = doubled_step(64)
    long_jump = jump
    for _ in range(32):
        long_jump = [apply(long_jump, column) for column in long_jump]
    keys = [[0], [1], [-1], [0.5], [1, "1"], [1, 1], [7, "a", "b"], [7, "ab"], [2**53, "walk", 3, "ünïcode 𝒳"]]
    shapes = [(0.01, 0.01), (0.01, 0.99), (0.02, 40), (0.5, 0.5), (0.3, 5), (0.7, 30), (1, 1), (1, 0.05), (1.02, 3)]
    shapes += [(3, 50), (12, 0.4), (400, 600), (1e6, 1e6), (3, 1e6)]
    document = {
        "outputs": [{"state": s, "values": outputs(s, 12)} for s in ([1, 2, 3, 4], state)],
        "jump": {"from": state, "to": unpack(apply(jump, pack(state)))},
        "longJump": {"from": state, "to": unpack(apply(long_jump, pack(state)))},
        "streams": [{"key": key, "state": stream_state(*key)} for key in keys],
        "beta": [beta_table(alpha, beta) for alpha, beta in shapes],
    }
    normal = ziggurat(
        lambda x: exp(-x * x / 2),
        lambda y: sqrt(-2 * log(y)),
        lambda r: sqrt(pi / 2) * erfc(r / sqrt(2)),
        (mpf("3.65415"), mpf("3.65416")),
    )
    print("random/normal.ts: R and AREA are", *normal)
    exponential = ziggurat(lambda x: exp(-x), lambda y: -log(y), lambda r: exp(-r), (mpf("7.69711"), mpf("7.69712")))
    print("random/exponential.ts: R and AREA are", *exponential)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "random.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False)
        file.write("\n")


main()
