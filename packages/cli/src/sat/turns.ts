/** Whoever had much time waits for those who had less. */
export interface Turns<Item> {
  add(item: Item, had: number): void;
  /** The first that may be taken, of those that had least. */
  take(mayTake: (item: Item) => boolean): Item | undefined;
  /** All that wait, least time first. */
  all(): Item[];
  readonly count: number;
}

/** Below as much time nobody is told from another. */
const FIRST_LEVEL = 10_000;

/**
 * Levels by the time had, each twice the one below. Within a level it is first come, first served. As long as a turn takes no less time than
 * was had before, an item changes places with others once for every doubling, so turning costs little; and one that
 * needs t waits no longer than the others take to have had 2t each.
 */
export function newTurns<Item>(): Turns<Item> {
  const levels: Item[][] = [];
  /** Items before these were taken. */
  const heads: number[] = [];
  let count = 0;

  const takeFrom = (level: number, mayTake: (item: Item) => boolean): Item | undefined => {
    const items = levels[level];
    for (let place = heads[level]; place < items.length; place++) {
      const item = items[place];
      if (!mayTake(item)) continue;
      // Those before it, which are few, move up.
      items.copyWithin(heads[level] + 1, heads[level], place);
      heads[level] += 1;
      if (heads[level] === items.length) [levels[level], heads[level]] = [[], 0];
      count -= 1;
      return item;
    }
    return undefined;
  };
  return {
    add(item, had) {
      const level = had < FIRST_LEVEL ? 0 : 1 + Math.floor(Math.log2(had / FIRST_LEVEL));
      while (levels.length <= level) {
        levels.push([]);
        heads.push(0);
      }
      levels[level].push(item);
      count += 1;
    },
    take(mayTake) {
      for (let level = 0; level < levels.length; level++) {
        const item = takeFrom(level, mayTake);
        if (item !== undefined) return item;
      }
      return undefined;
    },
    all: () => levels.flatMap((items, level) => items.slice(heads[level])),
    get count() {
      return count;
    },
  };
}
