import { ConfigError } from '../config/config-error.js';

const STOP_TIMEOUT_MS = 30_000;
/** What one that is to stop may still take to start, since it can be drained only then. */
const START_TIMEOUT_MS = 5000;

interface RunningProcess {
  /** How long a stop may take; 30 s unless said otherwise. */
  readonly stopTimeoutMs?: number;
  stop(): Promise<void>;
}

/** What asks a process to end. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** How a signal ends a process whose modules are still loading: nothing is under way yet. */
export const endBeforeStart = (): void => process.exit(0);

const atSignal = (stop: () => void): void => {
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
};

/**
 * Runs a process until a signal, or whatever `whenToStop` waits for, stops it, and then lets it drain. One that is told to stop while it
 * starts is stopped once it is there, or fails when that takes too long. A process that cannot start, or meets a defect that nothing
 * caught, says why and exits with 1.
 */
export async function runProcess(
  start: () => Promise<RunningProcess>,
  whenToStop: (stop: () => void) => void = atSignal,
): Promise<void> {
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  let isStarting = true;
  // Before it starts: as a container's first process it would not get a signal for which it has no handler.
  const told = new Promise<void>(whenToStop);
  for (const signal of STOP_SIGNALS) process.off(signal, endBeforeStart);
  void told.then(() => {
    setTimeout(() => {
      if (isStarting) fail(new Error('told to stop before it had started'));
    }, START_TIMEOUT_MS).unref();
  });
  try {
    const running = await start();
    isStarting = false;
    void told.then(() => stop(running));
  } catch (error) {
    fail(error);
  }
}

async function stop(running: RunningProcess): Promise<void> {
  setTimeout(() => {
    fail(new Error('draining took too long'));
  }, running.stopTimeoutMs ?? STOP_TIMEOUT_MS).unref();
  await running.stop();
  process.exit(0);
}

function fail(error: unknown): void {
  const text = error instanceof ConfigError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
