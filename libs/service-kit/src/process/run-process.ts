import { ConfigError } from '../config/config-error.js';

const STOP_TIMEOUT_MS = 30_000;

interface RunningProcess {
  /** How long a stop may take; 30 s unless said otherwise. */
  readonly stopTimeoutMs?: number;
  stop(): Promise<void>;
}

/**
 * Runs a process until a signal stops it, and then lets it drain. A process that cannot start, or meets
 * a defect that nothing caught, says why and exits with 1.
 */
export async function runProcess(start: () => Promise<RunningProcess>): Promise<void> {
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  try {
    const running = await start();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(running));
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
