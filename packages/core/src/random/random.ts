/** A source of randomness: always an argument, never a global. */
export interface Random {
  /** A uniform number in [0, 1) with 53 bits. */
  uniform(): number;
  /** A uniform integer in [0, 2³²). */
  uint32(): number;
}
