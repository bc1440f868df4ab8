import { quoteWord } from "../shell/quote-word.ts";
import { MAX_LINES } from "../shell/text-bytes.ts";
import { UsageError } from "../shell/usage-error.ts";

/** The inputs of a run, in their order: an array of strings, lines of a text that stay bytes, or combinations. */
export interface InputList extends Iterable<string> {
  readonly length: number;
  at(place: number): string | undefined;
}

const NEWLINE = 10;
const RETURN = 13;

/**
 * The lines of a text that are not empty, without their line ends. A million strings take 40 MB of V8's heap, which may
 * then grow to four times as much before it is collected; the bytes of the text lie outside of it.
 */
export class LineList implements InputList {
  readonly length: number;
  private readonly bytes: Buffer;
  /** The start of each line. */
  private readonly starts: Uint32Array;

  /** The bytes must be UTF-8. */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
    let length = 0;
    visitLines(bytes, () => {
      length += 1;
    });
    const starts = new Uint32Array(length);
    length = 0;
    visitLines(bytes, (start) => {
      starts[length++] = start;
    });
    this.length = length;
    this.starts = starts;
  }

  at(place: number): string | undefined {
    const { bytes, starts } = this;
    if (!(place >= 0 && place < starts.length)) return undefined;
    const newline = bytes.indexOf(NEWLINE, starts[place]);
    const end = newline < 0 ? bytes.length : newline;
    return bytes.toString("utf8", starts[place], withoutReturn(bytes, starts[place], end));
  }

  *[Symbol.iterator](): Generator<string> {
    for (let place = 0; place < this.length; place++) yield this.at(place)!;
  }
}

/**
 * All combinations of the words of several lists, the last varying fastest, made when they are needed. A combination is one text of words
 * quoted as for a shell (`splitWords`), which also identifies its task in a journal.
 */
export class ProductList implements InputList {
  readonly length: number;
  private readonly lists: readonly (readonly string[])[];

  constructor(lists: readonly (readonly string[])[]) {
    this.length = lists.reduce((product, { length }) => product * length, 1);
    this.lists = lists;
    if (!(this.length <= MAX_LINES)) {
      throw new UsageError(
        `run: there must be at most ${MAX_LINES} combinations of inputs, got ${this.length}`,
      );
    }
  }

  at(place: number): string | undefined {
    if (!(place >= 0 && place < this.length)) return undefined;
    const words: string[] = [];
    let rest = place;
    for (const list of this.lists.toReversed()) {
      words.unshift(quoteWord(list[rest % list.length]));
      rest = Math.floor(rest / list.length);
    }
    return words.join(" ");
  }

  *[Symbol.iterator](): Generator<string> {
    for (let place = 0; place < this.length; place++) yield this.at(place)!;
  }
}

/** Visits the lines that are not empty. */
function visitLines(bytes: Buffer, visit: (start: number) => void): void {
  for (let start = 0; start < bytes.length; ) {
    let end = start;
    while (end < bytes.length && bytes[end] !== NEWLINE) end += 1;
    if (withoutReturn(bytes, start, end) > start) visit(start);
    start = end + 1;
  }
}

/** The end of a line without a carriage return. */
function withoutReturn(bytes: Buffer, start: number, end: number): number {
  return end > start && bytes[end - 1] === RETURN ? end - 1 : end;
}

/**
 * Finds the first place of an input: a hash table with linear probing, since a `Map` of a million strings takes 100 MB
 * while it grows.
 */
export class InputIndex {
  private readonly inputs: InputList;
  /** The place of an input, from 1, at its hash or after it; 0 if the slot is free. At most half of the slots are full. */
  private readonly table: Uint32Array;
  /** The hash of the input at each place, since comparing strings takes longer. */
  private readonly hashes: Uint32Array;

  constructor(inputs: InputList) {
    this.inputs = inputs;
    this.table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * inputs.length + 1)));
    this.hashes = new Uint32Array(inputs.length);
  }

  /** The first place that was added with this input; undefined if there is none. */
  find(input: string): number | undefined {
    const place = this.table[this.slotOf(input, hashOf(input))];
    return place === 0 ? undefined : place - 1;
  }

  /** Adds the input at this place. Returns the place of the same input that was added before, or its own. */
  add(place: number, input: string): number {
    const hash = hashOf(input);
    const slot = this.slotOf(input, hash);
    if (this.table[slot] > 0) return this.table[slot] - 1;
    this.table[slot] = place + 1;
    this.hashes[place] = hash;
    return place;
  }

  /** The slot of this input, or the free one where it belongs. */
  private slotOf(input: string, hash: number): number {
    const { table, hashes, inputs } = this;
    const last = table.length - 1;
    let slot = hash & last;
    for (; table[slot] > 0; slot = (slot + 1) & last) {
      const place = table[slot] - 1;
      if (hashes[place] === hash && inputs.at(place) === input) break;
    }
    return slot;
  }
}

/** FNV-1a of the UTF-16 units, with the last step of MurmurHash3: the low bits choose the slot. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
