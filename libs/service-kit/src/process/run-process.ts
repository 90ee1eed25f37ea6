import { ConfigError } from '../config/config-error.js';

const STOP_TIMEOUT_MS = 30_000;
/** Time that a process which is to stop may still take to start, since it can be drained only then. */
const START_TIMEOUT_MS = 5000;

interface RunningProcess {
  /** Time that a stop may take; 30 s by default. */
  readonly stopTimeoutMs?: number;
  stop(): Promise<void>;
}

/** Signals that ask a process to end. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Ends a process whose modules are still loading: it has no work to finish yet. */
export const endBeforeStart = (): void => process.exit(0);

const atSignal = (stop: () => void): void => {
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
};

/**
 * Runs a process until a signal, or the event that `whenToStop` waits for, stops it, and then drains it. A
 * process that is told to stop while it starts is stopped once it has started, or fails when that takes too
 * long. A process that cannot start, or meets an uncaught error, logs the reason and exits with 1.
 */
export async function runProcess(
  start: () => Promise<RunningProcess>,
  whenToStop: (stop: () => void) => void = atSignal,
): Promise<void> {
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  let isStarting = true;
  // Registered before the start: a container's first process would not receive a signal without a handler.
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
