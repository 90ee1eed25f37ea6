import { AsyncLocalStorage } from 'node:async_hooks';

/** A process of the simulated site, or one of its clients. What runs in it knows by the context whose it is. */
export class SimulatedProcess {
  isAlive = true;
  /** It does nothing before this virtual time. */
  pausedUntil = 0;

  constructor(
    readonly name: string,
    /** How far its clock is ahead, until somebody sets it. */
    public skewMs: number,
  ) {}
}

const current = new AsyncLocalStorage<SimulatedProcess>();

/** The process whose code runs now; undefined in the simulation itself. */
export const currentProcess = (): SimulatedProcess | undefined => current.getStore();

/** Runs `work` as the code of `process`, with all that it begins. */
export const runIn = <T>(process: SimulatedProcess, work: () => T): T => current.run(process, work);
