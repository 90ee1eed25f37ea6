import { AppError, type ErrorDefinition } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';

interface Waiting {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Lets a fixed number of tasks run at once; the others wait in line for a limited time. */
export class Semaphore {
  private running = 0;
  private readonly line = new Set<Waiting>();

  constructor(
    private readonly places: number,
    private readonly maxWaitMs: number,
    private readonly rejection: ErrorDefinition = commonErrors.OVERLOADED,
  ) {}

  /**
   * Runs `work` when its turn comes.
   * @throws AppError the given rejection when the turn does not come in time
   */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.places) this.running += 1;
    else await this.waitForTurn();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private waitForTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.line.delete(waiting);
        reject(new AppError(this.rejection));
      }, this.maxWaitMs);
      const waiting = { enter: resolve, timer };
      this.line.add(waiting);
    });
  }

  /** Gives the place to the first task in line. */
  private leave(): void {
    const [next] = this.line;
    if (!next) {
      this.running -= 1;
      return;
    }
    this.line.delete(next);
    clearTimeout(next.timer);
    next.enter();
  }
}
