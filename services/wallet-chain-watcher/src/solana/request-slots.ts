/** Thrown when a queue is full. */
export class QueueFull extends Error {}

/** So many requests at once, and a bounded queue before them. */
export class RequestSlots {
  private readonly queue: (() => void)[] = [];
  private taken = 0;

  constructor(
    private readonly slots: number,
    private readonly maxWaiting: number,
  ) {}

  /** Does `work` when there is a slot. @throws QueueFull when too many wait already */
  async in<T>(work: () => Promise<T>): Promise<T> {
    if (this.taken < this.slots) this.taken += 1;
    else if (this.queue.length >= this.maxWaiting) throw new QueueFull('too many calls wait');
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    try {
      return await work();
    } finally {
      // The slot goes to the next in the queue without being free in between.
      const next = this.queue.shift();
      if (next) next();
      else this.taken -= 1;
    }
  }
}
