import type { HealthCheck } from '../health/health-server.js';

/** State that the parts of a process share with its boot: what is not ready yet, and whether it is stopping. */
export class ProcessState {
  private readonly end = new AbortController();
  /** Further readiness checks, by name. */
  readonly checks: Record<string, HealthCheck> = {};

  /** Aborted before calls and requests are drained: a handler that only waits must respond now. */
  get stopping(): AbortSignal {
    return this.end.signal;
  }

  /** Adds a readiness check: the process is not ready while `check` returns false or throws. */
  readyWhen(name: string, check: HealthCheck): void {
    this.checks[name] = check;
  }

  /** Starts the shutdown. */
  stop(): void {
    this.end.abort();
  }
}
