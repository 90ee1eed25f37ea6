import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import type { Random } from './random.js';
import type { Scheduled, Scheduler } from './scheduler.js';
import { currentProcess, type SimulatedProcess } from './simulated-process.js';

type Callback = (...words: unknown[]) => unknown;

/** A timer of a simulated process, which replaces Node's. */
class VirtualTimer {
  private event: Scheduled | null = null;
  private readonly inItsContext = AsyncLocalStorage.snapshot();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly owner: SimulatedProcess,
    private readonly work: () => unknown,
    private readonly delayMs: number,
    private readonly repeats: boolean,
  ) {
    this.refresh();
  }

  refresh(): this {
    this.close();
    this.event = this.scheduler.after(this.delayMs, this.owner, null, () => {
      this.event = null;
      this.inItsContext(this.work);
      if (this.repeats) this.refresh();
    });
    return this;
  }

  close(): this {
    if (this.event) this.event.isCancelled = true;
    this.event = null;
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

/**
 * Replaces Node's time and randomness for the code of simulated processes: the virtual time by each process's
 * own clock, and random numbers from the seed. Other code keeps the real ones.
 */
export function installVirtualClock(scheduler: Scheduler, random: Random): void {
  installDate(scheduler);
  installTimers(scheduler);
  installChance(random);
  syncBuiltinESMExports();
}

function installDate(scheduler: Scheduler): void {
  const RealDate = Date;
  const now = () => {
    const process = currentProcess();
    return process ? Math.floor(scheduler.nowMs + process.skewMs) : RealDate.now();
  };
  class VirtualDate extends RealDate {
    constructor(...words: unknown[]) {
      super(...((words.length === 0 ? [now()] : words) as [number]));
    }
    static override now = now;
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof RealDate;
    }
  }
  globalThis.Date = VirtualDate as DateConstructor;
  const realNow = performance.now.bind(performance);
  performance.now = () => (currentProcess() ? scheduler.nowMs : realNow());
}

function installTimers(scheduler: Scheduler): void {
  const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate };
  const start = (work: Callback, delayMs: unknown, words: unknown[], repeats: boolean) => {
    const owner = currentProcess();
    const delay = Math.max(1, Number(delayMs) || 0);
    return owner && new VirtualTimer(scheduler, owner, () => work(...words), delay, repeats);
  };
  const stop = (realStop: (timer: never) => void) => (timer: unknown) => {
    if (timer instanceof VirtualTimer) timer.close();
    else realStop(timer as never);
  };
  Object.assign(globalThis, {
    setTimeout: (work: Callback, delayMs?: number, ...words: unknown[]) =>
      start(work, delayMs, words, false) ?? real.setTimeout(work, delayMs, ...words),
    setInterval: (work: Callback, delayMs?: number, ...words: unknown[]) =>
      start(work, delayMs, words, true) ?? real.setInterval(work, delayMs, ...words),
    setImmediate: (work: Callback, ...words: unknown[]) => {
      const owner = currentProcess();
      if (!owner) return real.setImmediate(work, ...words);
      return new VirtualTimer(scheduler, owner, () => work(...words), 0, false);
    },
    clearTimeout: stop(real.clearTimeout),
    clearInterval: stop(real.clearInterval),
    clearImmediate: stop(real.clearImmediate),
  });
  const realSleep = timersPromises.setTimeout;
  const sleep = <T>(delayMs?: number, value?: T, options: { signal?: AbortSignal } = {}) =>
    currentProcess()
      ? virtualSleep(delayMs ?? 1, value as T, options.signal)
      : realSleep(delayMs, value, options);
  timersPromises.setTimeout = sleep;
  const realTimeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (delayMs) => (currentProcess() ? abortAfter(delayMs) : realTimeout(delayMs));
}

function virtualSleep<T>(delayMs: number, value: T, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, delayMs);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

function abortAfter(delayMs: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('It took too long', 'TimeoutError')), delayMs);
  return controller.signal;
}

function installChance(random: Random): void {
  const real = { random: Math.random, uuid: crypto.randomUUID, bytes: crypto.randomBytes };
  Math.random = () => (currentProcess() ? random.next() : real.random());
  crypto.randomUUID = (options) => (currentProcess() ? random.uuid() : real.uuid(options));
  const bytes = (size: number, callback?: (error: Error | null, filled: Buffer) => void) =>
    currentProcess() && !callback ? random.bytes(size) : (real.bytes as unknown as Callback)(size, callback);
  crypto.randomBytes = bytes as unknown as typeof crypto.randomBytes;
}
