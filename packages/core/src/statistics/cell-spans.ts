/** The earliest and the latest completion of each cell: where in it completions lie, which counts and means do not tell. */
export class CellSpans {
  private readonly spans = new Map<number, { earliest: number; latest: number }>();

  observe(cell: number, time: number): void {
    const span = this.spans.get(cell);
    if (span === undefined) this.spans.set(cell, { earliest: time, latest: time });
    else {
      span.earliest = Math.min(span.earliest, time);
      span.latest = Math.max(span.latest, time);
    }
  }

  /** The latest completion; ∞ where none is known. */
  latest(cell: number): number {
    return this.spans.get(cell)?.latest ?? Infinity;
  }

  /** Where completions are as good as over: latest + (latest − earliest), ∞ where none is known. */
  end(cell: number): number {
    const span = this.spans.get(cell);
    return span === undefined ? Infinity : 2 * span.latest - span.earliest;
  }

  /** The cell, its earliest and its latest completion, one after the other, in the order of cells. */
  save(): number[] {
    const sorted = [...this.spans].sort(([a], [b]) => a - b);
    return sorted.flatMap(([cell, { earliest, latest }]) => [cell, earliest, latest]);
  }

  load(saved: readonly number[]): void {
    for (let place = 0; place < saved.length; place += SPAN) {
      const [cell, earliest, latest] = saved.slice(place, place + SPAN);
      this.spans.set(cell, { earliest, latest });
    }
  }
}

/** Numbers a cell in what is saved. */
export const SPAN = 3;
