import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { runInContext, type RequestContext } from '../telemetry/request-context.js';
import { steadyNow } from '../telemetry/steady-clock.js';

const LINE_EVERY_MS = 1000;

interface Subject {
  calls: number;
  nextLineAt: number;
}

/** Counts and logs calls that were not started because the caller no longer waits for them. */
export class LateCalls {
  private readonly subjects = new Map<string, Subject>();

  constructor(
    private readonly log: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Creates the counter of a subject before its first late call, so that an alert sees the first one too. */
  expect(subject: string): void {
    this.metrics.rpcLate.inc({ subject }, 0);
    this.subjects.set(subject, { calls: 0, nextLineAt: -Infinity });
  }

  /** Counts a call that came `lateMs` after its deadline; logs at most one line per second and subject. */
  drop(subject: string, context: RequestContext, lateMs: number): void {
    this.metrics.rpcLate.inc({ subject });
    const late = this.subjects.get(subject);
    if (!late) return;
    late.calls += 1;
    const now = steadyNow();
    if (now < late.nextLineAt) return;
    const { calls } = late;
    late.calls = 0;
    late.nextLineAt = now + LINE_EVERY_MS;
    runInContext(context, () => {
      this.log.warn(
        { subject, lateMs: Math.round(lateMs), calls },
        'calls came too late and were not started',
      );
    });
  }
}
