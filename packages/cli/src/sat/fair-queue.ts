/** Items with less time than this share level 0: some ten milliseconds of flips. */
const FIRST_LEVEL = 100_000;

/**
 * Returns a queue in which items that had much time wait for those that had less. Items stand in levels by their time so
 * far, each level twice the one below. Within a level it is first come, first served, but an item that comes back to the
 * level from which it was taken goes on before the others. So it changes places with them once for every doubling, and an
 * item that needs the time t waits at most until the others have had 2t each.
 *
 * A task that is tried until it is solved shows how long to wait for all that follow. When every file had its first try
 * before any had its second, and slow files were left to the end, the policy learned about hard files too late: with one
 * heuristic the files of uf100-430 and CBS then took a tenth more flips.
 */
export function newFairQueue<Item>() {
  const levels: Item[][] = [];
  /** The level from which each item that is out was taken. */
  const takenFrom = new Map<Item, number>();
  /** The index of the first item of each level that was not taken. */
  const heads: number[] = [];
  let count = 0;

  const takeFrom = (level: number, mayTake: (item: Item) => boolean): Item | undefined => {
    const items = levels[level];
    for (let place = heads[level]; place < items.length; place++) {
      const item = items[place];
      if (!mayTake(item)) continue;
      // The few items before it move up.
      items.copyWithin(heads[level] + 1, heads[level], place);
      heads[level] += 1;
      takenFrom.set(item, level);
      if (heads[level] === items.length) [levels[level], heads[level]] = [[], 0];
      count -= 1;
      return item;
    }
    return undefined;
  };
  return {
    add(item: Item, had: number): void {
      const level = had < FIRST_LEVEL ? 0 : 1 + Math.floor(Math.log2(had / FIRST_LEVEL));
      while (levels.length <= level) {
        levels.push([]);
        heads.push(0);
      }
      count += 1;
      const goesOn = takenFrom.get(item) === level;
      takenFrom.delete(item);
      if (!goesOn) levels[level].push(item);
      else if (heads[level] === 0) levels[level].unshift(item);
      else levels[level][--heads[level]] = item;
    },
    /** Takes the first of those that had least and may be taken. */
    take(mayTake: (item: Item) => boolean): Item | undefined {
      for (let level = 0; level < levels.length; level++) {
        const item = takeFrom(level, mayTake);
        if (item !== undefined) return item;
      }
      return undefined;
    },
    /** All waiting items, least time first. */
    all: (): Item[] => levels.flatMap((items, level) => items.slice(heads[level])),
    get count() {
      return count;
    },
  };
}
