import { AsyncLocalStorage } from 'node:async_hooks';

/** A process of the simulated site, or one of its clients. Running code finds its process through the async context. */
export class SimulatedProcess {
  isAlive = true;
  /** The process does nothing before this virtual time. */
  pausedUntil = 0;

  constructor(
    readonly name: string,
    /** Milliseconds by which its clock is ahead, until somebody sets it. */
    public skewMs: number,
  ) {}
}

const current = new AsyncLocalStorage<SimulatedProcess>();

/** Returns the process whose code runs now; undefined in the simulation itself. */
export const currentProcess = (): SimulatedProcess | undefined => current.getStore();

/** Runs `work`, and everything that it starts, as code of `process`. */
export const runIn = <T>(process: SimulatedProcess, work: () => T): T => current.run(process, work);
