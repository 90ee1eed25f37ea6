/** Thrown when a queue is full. */
export class QueueFull extends Error {}

/** Limits the number of concurrent requests; the others wait in a bounded queue. */
export class RequestSlots {
  private readonly queue: (() => void)[] = [];
  private taken = 0;

  constructor(
    private readonly slots: number,
    private readonly maxWaiting: number,
  ) {}

  /** Runs `work` when a slot is free. @throws QueueFull when too many wait already */
  async in<T>(work: () => Promise<T>): Promise<T> {
    if (this.taken < this.slots) this.taken += 1;
    else if (this.queue.length >= this.maxWaiting) throw new QueueFull('too many calls wait');
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    try {
      return await work();
    } finally {
      // The slot passes to the next in the queue without becoming free in between.
      const next = this.queue.shift();
      if (next) next();
      else this.taken -= 1;
    }
  }
}
