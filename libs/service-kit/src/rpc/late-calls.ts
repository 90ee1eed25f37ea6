import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { runInContext, type RequestContext } from '../telemetry/request-context.js';
import { LineLimit } from './line-limit.js';

/** Counts and logs calls that were not started because the caller no longer waits for them. */
export class LateCalls {
  private readonly lines = new LineLimit();

  constructor(
    private readonly log: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Creates the counter of a subject before its first late call, so that an alert sees the first one too. */
  expect(subject: string): void {
    this.metrics.rpcLate.inc({ subject }, 0);
  }

  /** Counts a call that came `lateMs` after its deadline; logs at most one line per second and subject. */
  drop(subject: string, context: RequestContext, lateMs: number): void {
    this.metrics.rpcLate.inc({ subject });
    const calls = this.lines.add(subject);
    if (calls === 0) return;
    runInContext(context, () => {
      this.log.warn(
        { subject, lateMs: Math.round(lateMs), calls },
        'calls came too late and were not started',
      );
    });
  }
}
