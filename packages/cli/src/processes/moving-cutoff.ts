/** When a try is cut, in the unit of its clock from its start. It may move while the try is under way. */
export interface MovingCutoff {
  /** As it was decided, or moved, last. */
  readonly at: number;
  /** Thinks again after so long; at most `elapsed` if the try is to be cut now. Asked before every cut. */
  reconsider(elapsed: number): number;
  /** Calls `moved` whenever it may be worth asking, until what it gives back is called. */
  watch(moved: () => void): () => void;
}
