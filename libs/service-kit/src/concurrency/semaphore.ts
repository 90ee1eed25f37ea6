import { AppError, type ErrorDefinition } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';

interface Waiting {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** What bounds the line before a {@link Semaphore}. */
export interface LineOptions {
  /** How long a task waits at most; without it, as long as those before it take. */
  readonly maxWaitMs?: number;
  /** How many tasks wait at most. */
  readonly maxWaiting?: number;
  /** The error of a task that is not let in; OVERLOADED by default. */
  readonly rejection?: ErrorDefinition;
}

/** Lets a fixed number of tasks run at once; the others wait in line, for a limited time or in limited number. */
export class Semaphore {
  private running = 0;
  private readonly line = new Set<Waiting>();

  constructor(
    private readonly places: number,
    private readonly options: LineOptions,
  ) {}

  /** Number of tasks in line. */
  get waitingCount(): number {
    return this.line.size;
  }

  /**
   * Runs `work` when its turn comes.
   * @param maxWaitMs of this task, in place of that of all
   * @throws AppError the given rejection when the line is full or the turn does not come in time
   */
  async pass<T>(work: () => Promise<T>, maxWaitMs = this.options.maxWaitMs): Promise<T> {
    if (this.running < this.places) this.running += 1;
    else await this.waitForTurn(maxWaitMs);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private waitForTurn(maxWaitMs: number | undefined): Promise<void> {
    const { maxWaiting = Infinity, rejection = commonErrors.OVERLOADED } = this.options;
    if (this.line.size >= maxWaiting) throw new AppError(rejection);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.line.delete(waiting);
        reject(new AppError(rejection));
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
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
