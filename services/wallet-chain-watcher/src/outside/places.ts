/** Thrown when a queue is full. */
class NoPlace extends Error {}

/** A number of places to work in, and a bounded queue before them. */
export class Places {
  private readonly queue: (() => void)[] = [];
  private taken = 0;

  constructor(
    private readonly places: number,
    private readonly maxWaiting: number,
  ) {}

  /** Does `work` when there is a place. @throws NoPlace when too many wait already */
  async in<T>(work: () => Promise<T>): Promise<T> {
    if (this.taken < this.places) this.taken += 1;
    else if (this.queue.length >= this.maxWaiting) throw new NoPlace('too many calls wait');
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes to the next in the queue without being free in between.
      const next = this.queue.shift();
      if (next) next();
      else this.taken -= 1;
    }
  }
}
