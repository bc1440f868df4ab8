import { xoshiro } from "../engine/seed.ts";
import type { Formula } from "../formula/formula.ts";
import { loadOracle } from "./oracle.ts";
import { type FormulaShape, uniformFormula } from "./uniform.ts";

/** The shape of SATLIB's uf100-430. */
export const uf100: FormulaShape = { variables: 100, clauses: 430, clauseLength: 3 };

/** The shape of SATLIB's CBS_k3_n100_m403_b30. */
export const cbs100: FormulaShape & { backbone: number } = {
  variables: 100,
  clauses: 403,
  clauseLength: 3,
  backbone: 30,
};

/**
 * Generates uniform formulas that have a model, without end. The same seed gives the same formulas in the same order,
 * so a short set is the beginning of a longer one.
 */
export async function* satisfiableFormulas(shape: FormulaShape, seed: number): AsyncGenerator<Formula, void> {
  const oracle = await loadOracle();
  yield* filtered(shape, seed, (formula) => oracle.isSatisfiable(formula));
}

/**
 * Generates uniform formulas whose backbone has exactly that many literals (Singer, Gent, Smaill: Backbone fragility
 * and the local search cost peak, JAIR 2000), by drawing until one has.
 */
export async function* backboneFormulas(
  shape: FormulaShape & { readonly backbone: number },
  seed: number,
): AsyncGenerator<Formula, void> {
  const { backbone, variables } = shape;
  if (!(Number.isInteger(backbone) && backbone >= 0 && backbone <= variables)) {
    throw new RangeError(
      `backboneFormulas: backbone must be a whole number from 0 to ${variables}, got ${backbone}`,
    );
  }
  const oracle = await loadOracle();
  yield* filtered(shape, seed, (formula) => oracle.backbone(formula, backbone) !== undefined);
}

function* filtered(
  shape: FormulaShape,
  seed: number,
  accept: (formula: Formula) => boolean,
): Generator<Formula, void> {
  const random = xoshiro(seed);
  while (true) {
    const formula = uniformFormula(shape, random);
    if (accept(formula)) yield formula;
  }
}

/** Returns the first formulas of a set. */
export async function takeFormulas(formulas: AsyncIterable<Formula>, count: number): Promise<Formula[]> {
  if (!(Number.isInteger(count) && count >= 0)) {
    throw new RangeError(`takeFormulas: count must be a whole number of at least 0, got ${count}`);
  }
  const taken: Formula[] = [];
  if (count === 0) return taken;
  for await (const formula of formulas) if (taken.push(formula) === count) break;
  return taken;
}

/**
 * Returns the first formulas of `satisfiableFormulas(uf100, 8)` and `backboneFormulas(cbs100, 30)` without an oracle:
 * one formula in 140 has a backbone of exactly 30, and to find 500 takes minutes. The tables hold which draws were
 * taken; the tests ask the oracle again.
 */
export function knownSet(name: "uf100" | "cbs100", count: number): Formula[] {
  const { shape, seed, taken } = name === "uf100" ? KNOWN_UF100 : KNOWN_CBS100;
  if (!(Number.isInteger(count) && count >= 1 && count <= taken.length)) {
    throw new RangeError(`knownSet: count must be a whole number from 1 to ${taken.length}, got ${count}`);
  }
  const random = xoshiro(seed);
  const wanted = new Set(taken.slice(0, count));
  const formulas: Formula[] = [];
  for (let draw = 0; formulas.length < count; draw++) {
    const formula = uniformFormula(shape, random);
    if (wanted.has(draw)) formulas.push(formula);
  }
  return formulas;
}

interface Known {
  readonly shape: FormulaShape;
  readonly seed: number;
  /** The draws, counted from 0. */
  readonly taken: readonly number[];
}

const KNOWN_UF100: Known = {
  shape: uf100,
  seed: 8,
  // biome-ignore format: a table of numbers
  taken: [
    1, 2, 4, 7, 9, 10, 13, 14, 18, 19, 21, 23, 25, 26, 27, 29, 37, 38, 40, 43, 49, 56, 59, 60, 61, 71, 74, 75,
    76, 78, 80, 81, 83, 84, 86, 90, 91, 92, 94, 97, 98, 103, 106, 113, 114, 116, 117, 119, 121, 122, 123, 124,
    125, 129, 130, 131, 134, 135, 138, 139, 141, 142, 146, 147, 148, 149, 150, 151, 152, 157, 160, 163, 164,
    167, 169, 177, 179, 180, 181, 184, 185, 187, 188, 189, 192, 193, 197, 201, 204, 205, 210, 213, 222, 225,
    229, 230, 237, 238, 239, 241, 242, 243, 244, 248, 250, 252, 253, 254, 256, 261, 264, 265, 266, 269, 270,
    271, 272, 277, 278, 280, 283, 286, 289, 290, 291, 293, 296, 300, 302, 303, 304, 306, 307, 308, 311, 313,
    315, 319, 321, 323, 324, 326, 330, 333, 334, 335, 336, 340, 341, 342, 343, 344, 351, 354, 355, 357, 359,
    365, 366, 367, 368, 369, 373, 374, 376, 377, 380, 388, 389, 390, 393, 395, 397, 400, 402, 403, 409, 411,
    412, 413, 416, 417, 418, 419, 421, 423, 425, 429, 431, 434, 436, 437, 440, 442, 443, 446, 447, 449, 452,
    453, 454, 455, 457, 458, 459, 464, 468, 471, 472, 473, 475, 476, 478, 479, 481, 483, 484, 485, 488, 489,
    490, 493, 495, 504, 505, 506, 509, 512, 516, 517, 519, 520, 521, 522, 524, 525, 526, 527, 530, 532, 538,
    541, 544, 545, 553, 554, 555, 556, 558, 559, 560, 562, 564, 566, 567, 568, 570, 572, 574, 575, 577, 578,
    579, 580, 581, 582, 584, 588, 589, 592, 593, 597, 599, 601, 602, 606, 607, 609, 612, 617, 619, 620, 622,
    624, 626, 627, 630, 631, 632, 633, 634, 638, 639, 640, 641, 645, 646, 647, 649, 652, 654, 655, 657, 658,
    659, 662, 663, 665, 666, 670, 673, 676, 677, 678, 679, 681, 682, 684, 685, 686, 688, 689, 690, 691, 699,
    706, 708, 710, 712, 713, 714, 715, 716, 717, 721, 722, 723, 725, 727, 729, 730, 732, 734, 740, 745, 747,
    751, 752, 754, 755, 758, 761, 762, 764, 766, 768, 769, 772, 774, 777, 778, 779, 781, 783, 786, 787, 788,
    793, 794, 800, 802, 803, 804, 808, 809, 810, 812, 813, 814, 815, 816, 817, 818, 819, 822, 823, 825, 827,
    828, 829, 830, 831, 832, 838, 840, 841, 845, 847, 848, 849, 851, 852, 853, 858, 859, 860, 861, 864, 865,
    868, 869, 870, 871, 872, 873, 877, 878, 879, 884, 885, 891, 893, 900, 901, 902, 903, 904, 906, 910, 913,
    914, 916, 917, 919, 920, 921, 925, 931, 933, 934, 936, 937, 940, 941, 944, 949, 951, 952, 953, 954, 957,
    963, 964, 966, 967, 970, 973, 975, 976, 977, 983, 984, 985, 986, 987, 989, 991, 994, 995, 996, 998, 1006,
    1007, 1008, 1009, 1012, 1013, 1014, 1016, 1018, 1019, 1020, 1021, 1023, 1024, 1028, 1029, 1031, 1033,
    1034, 1035, 1038, 1042, 1046, 1047, 1049, 1051, 1056, 1059, 1060,
  ],
};

const KNOWN_CBS100: Known = {
  shape: cbs100,
  seed: 30,
  // biome-ignore format: a table of numbers
  taken: [
    282, 442, 446, 552, 821, 867, 952, 1018, 1045, 1177, 1464, 1735, 1739, 2032, 2060, 2410, 2429, 2505, 2643,
    2767, 2770, 3021, 3083, 3154, 3761, 3931, 3951, 4175, 4509, 4564, 4759, 4932, 5140, 5218, 5416, 5651,
    5694, 5783, 5983, 5987, 6137, 6245, 6320, 6429, 6431, 6456, 6782, 6993, 7332, 7576, 8237, 8248, 8564,
    8685, 8730, 8822, 9122, 9354, 9367, 9375, 9500, 9510, 9582, 9746, 9855, 9892, 9927, 10429, 10631, 10810,
    11060, 11151, 11244, 11342, 11353, 11478, 11705, 11720, 11963, 12091, 12098, 12178, 12264, 12275, 12609,
    12695, 12923, 12955, 13065, 13170, 13218, 13366, 13757, 13814, 13895, 14086, 14264, 14516, 15162, 15170,
    15204, 15245, 16038, 16147, 16195, 16242, 16536, 16582, 16584, 16926, 16944, 17023, 17425, 17466, 17512,
    17644, 17661, 17679, 17777, 18259, 18401, 18458, 18698, 18809, 18839, 18872, 18943, 19009, 19070, 19183,
    19235, 19316, 19372, 19528, 19558, 19635, 19749, 19874, 19966, 20053, 20059, 20274, 20478, 20532, 20689,
    20704, 20813, 21173, 21338, 21349, 21407, 21543, 22112, 22342, 22360, 22555, 22617, 22840, 23366, 23589,
    23705, 23730, 23741, 23784, 23844, 23871, 23963, 24283, 24527, 24532, 24721, 24844, 24861, 25169, 25204,
    25207, 25369, 25456, 25460, 25664, 25691, 25706, 25754, 25782, 25918, 26275, 26823, 26976, 26983, 27283,
    27402, 27536, 27681, 27854, 27909, 27971, 28179, 28446, 28730, 28885, 29320, 29343, 29543, 29631, 29640,
    29870, 29953, 30185, 30193, 30194, 30201, 30263, 30297, 30318, 30723, 30870, 31162, 31220, 31301, 31331,
    31352, 31360, 31393, 31507, 31700, 31824, 31887, 31907, 31935, 32012, 32116, 32166, 32304, 32442, 32525,
    32534, 32742, 33012, 33049, 33168, 33217, 33248, 33448, 33760, 33781, 33791, 34025, 34149, 34492, 34527,
    34680, 34924, 34965, 35017, 35121, 35201, 35428, 35755, 35761, 35972, 36362, 36378, 36411, 36644, 36753,
    36802, 36815, 36941, 36949, 37033, 37081, 37122, 37215, 37240, 37336, 37660, 37693, 37992, 38186, 38377,
    38500, 38822, 38970, 38987, 39217, 39540, 39577, 39709, 39724, 39844, 40163, 40242, 40637, 40839, 40937,
    41107, 41302, 41448, 41603, 41626, 41665, 41672, 41712, 41782, 41886, 42015, 42100, 42277, 42332, 42397,
    42456, 42549, 43002, 43075, 43374, 43382, 43736, 43747, 43759, 43806, 43876, 44067, 44124, 44140, 44285,
    44650, 45142, 45172, 45229, 45272, 45659, 46370, 46482, 46505, 46598, 46832, 46941, 47147, 47486, 47495,
    48146, 48225, 48391, 48519, 48560, 48731, 48847, 48886, 49038, 49098, 49166, 49234, 49250, 49471, 49475,
    49764, 49857, 50089, 50093, 50477, 50527, 50617, 50991, 51197, 51211, 51228, 51357, 51499, 51560, 51602,
    51611, 51647, 51691, 51828, 51912, 52227, 52331, 52374, 52758, 52768, 52775, 52846, 52853, 52856, 52903,
    53005, 53087, 53092, 53156, 53160, 53417, 53639, 53709, 54039, 54322, 54631, 54825, 55008, 55094, 55152,
    55764, 55864, 55926, 55981, 56123, 56170, 56186, 56260, 56549, 56641, 56729, 57006, 57102, 57293, 57324,
    57335, 57453, 57854, 57914, 57957, 58105, 58116, 58205, 58227, 58526, 59078, 59176, 59592, 59739, 59791,
    59896, 59938, 60059, 60296, 60363, 60471, 60962, 61262, 61515, 61868, 61873, 62771, 62877, 62922, 62982,
    63239, 63726, 63734, 63759, 63771, 64052, 64303, 64312, 64525, 64729, 64745, 64914, 65253, 65283, 65341,
    65586, 65766, 65793, 65863, 66032, 66114, 66179, 66189, 66224, 66333, 66376, 66431, 66821, 66825, 67224,
    67548, 67767, 67809, 67870, 67871, 67941, 68114, 68185, 68189, 68614, 68794, 68796, 68807, 69072, 69076,
    69114, 69343, 69467, 69605, 69745, 69758, 69806, 69925, 70241, 70604,
  ],
};
