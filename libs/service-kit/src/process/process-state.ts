import type { HealthCheck } from '../health/health-server.js';

/** What the parts of a process and its boot tell each other: what is not ready yet, and that the end has begun. */
export class ProcessState {
  private readonly end = new AbortController();
  /** Further conditions of readiness, by name. */
  readonly checks: Record<string, HealthCheck> = {};

  /** Aborted before calls and requests are drained: whoever only waits answers now. */
  get stopping(): AbortSignal {
    return this.end.signal;
  }

  /** The process is not ready while `check` answers false or throws. */
  readyWhen(name: string, check: HealthCheck): void {
    this.checks[name] = check;
  }

  /** Begins the end. */
  stop(): void {
    this.end.abort();
  }
}
