import { runIn, type SimulatedProcess } from './simulated-process.js';
import type { Trace } from './trace.js';

const turn = setImmediate;

/** An event that is to happen at a virtual time. */
export interface Scheduled {
  timeMs: number;
  readonly order: number;
  readonly owner: SimulatedProcess | null;
  readonly label: string | null;
  readonly run: () => unknown;
  isCancelled: boolean;
}

/**
 * Owns the virtual time and the order of all events: the earliest event runs, with all code that it makes
 * runnable, and only then the next one. So one thing happens at a time, and the same seed gives the same
 * order.
 */
export class Scheduler {
  /** Milliseconds since 1970. */
  nowMs: number;
  private readonly heap: Scheduled[] = [];
  private scheduledSoFar = 0;
  private held: Promise<unknown> | null = null;

  constructor(
    startMs: number,
    private readonly trace: Trace,
  ) {
    this.nowMs = startMs;
  }

  /**
   * Calls `run` after a delay. An event of a process that has ended never runs; one of a paused process runs
   * after the pause. With a label it is a line of the trace.
   */
  after(
    delayMs: number,
    owner: SimulatedProcess | null,
    label: string | null,
    run: () => unknown,
  ): Scheduled {
    const timeMs = this.nowMs + Math.max(0, delayMs);
    const event = { timeMs, order: (this.scheduledSoFar += 1), owner, label, run, isCancelled: false };
    this.push(event);
    return event;
  }

  /** Runs the due events until this virtual time, or until `isOver` returns true. */
  async runUntil(endMs: number, isOver: () => boolean = () => false): Promise<void> {
    for (;;) {
      const event = this.heap[0];
      if (!event || event.timeMs > endMs || isOver()) break;
      this.pop();
      await this.happen(event);
    }
    this.nowMs = Math.max(this.nowMs, Math.min(endMs, this.heap[0]?.timeMs ?? endMs));
  }

  /** Advances the virtual time at once; events that became due happen afterwards. */
  leap(ms: number): void {
    this.nowMs += ms;
  }

  /** Blocks everything else until `work` is done, which waits for something real such as a file. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    const result = work();
    const held = result
      .catch(() => undefined)
      .then(() => {
        if (this.held === held) this.held = null;
      });
    this.held = held;
    return result;
  }

  private async happen(event: Scheduled): Promise<void> {
    if (event.isCancelled || event.owner?.isAlive === false) return;
    if (event.owner && event.owner.pausedUntil > event.timeMs) {
      this.push({ ...event, timeMs: event.owner.pausedUntil });
      return;
    }
    this.nowMs = Math.max(this.nowMs, event.timeMs);
    if (event.label !== null) this.trace.add(this.nowMs, event.owner?.name ?? '-', event.label);
    const { owner, run } = event;
    await (owner ? runIn(owner, run) : run());
    await settled();
    while (this.held) {
      await this.held;
      await settled();
    }
  }

  private push(event: Scheduled): void {
    const { heap } = this;
    let place = heap.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (!above || !isBefore(event, above)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = event;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (!left) break;
      if (right && isBefore(right, left)) child += 1;
      const below = heap[child];
      if (!below || !isBefore(below, last)) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = last;
  }
}

const isBefore = (one: Scheduled, other: Scheduled): boolean =>
  one.timeMs < other.timeMs || (one.timeMs === other.timeMs && one.order < other.order);

/** Resolves once all runnable code has run as far as it can: promises run before immediates. */
function settled(): Promise<void> {
  return new Promise((resolve) => turn(() => resolve()));
}
