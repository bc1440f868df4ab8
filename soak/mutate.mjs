/** What readers of numbers, names and texts trip over, if they do. */
const NASTY = [
  ...["NaN", "Infinity", "-Infinity", "inf", "-0", "0", "-1", "1e308", "1e309", "1e-320", "5e-324", "1e155"],
  ...[
    "9007199254740993",
    "4294967296",
    "0x10",
    "1_000",
    "1,000",
    "٣",
    "½",
    "",
    " ",
    "\t",
    "\r\n",
    "\n",
    "\0",
  ],
  ...[
    "\uFEFF",
    "\u2028",
    "\u001b[31m",
    "é",
    "😀",
    "\ud800",
    "'",
    '"',
    "\\",
    "`",
    "$(x)",
    "{seed}",
    "{input}",
  ],
  ...[
    ",",
    ";",
    ":",
    "=",
    "..",
    "(",
    ")",
    "((",
    "{",
    "}",
    "[",
    "]",
    "*",
    "--",
    "-",
    "--json",
    "__proto__",
    "constructor",
  ],
  ...[
    "null",
    "true",
    "undefined",
    "p cnf 1 1",
    "%",
    "c ",
    "0 0",
    "é".repeat(50),
    "(".repeat(300),
    "9".repeat(400),
  ],
];

/** @param {{ uniform(): number }} random */
export function nasty(random) {
  return NASTY[Math.floor(random.uniform() * NASTY.length)];
}

/**
 * A text that is like another, but for some changes: so that most of it is still understood, and the rest must be
 * refused in order.
 * @param {string} text
 * @param {{ uniform(): number }} random
 */
export function mutate(text, random) {
  const below = (/** @type {number} */ n) => Math.floor(n * random.uniform());
  const pick = (/** @type {readonly string[]} */ list) => list[below(list.length)];
  let changed = text;
  for (let left = 1 + below(4); left > 0; left--) {
    const from = below(changed.length + 1);
    const to = Math.min(changed.length, from + below(random.uniform() < 0.8 ? 4 : 40));
    const [before, middle, after] = [changed.slice(0, from), changed.slice(from, to), changed.slice(to)];
    const change = below(6);
    if (change === 0) changed = before + after;
    else if (change === 1) changed = before + middle + middle + after;
    else if (change === 2) changed = before + pick(NASTY) + after;
    else if (change === 3) changed = before + String.fromCharCode(below(256)) + after;
    else if (change === 4)
      changed = changed.replaceAll(/\d+(\.\d+)?/g, (n) => (below(4) === 0 ? pick(NASTY) : n));
    else changed = before + middle + pick(NASTY) + middle + after;
    // Copies of copies would grow without end.
    changed = changed.slice(0, 20_000);
  }
  return changed;
}
