import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable } from '@nestjs/common';
import type { Audit } from './audit.js';
import { auditGauges } from './audit-gauges.js';
import { findLastAudit } from './last-audit.queries.js';
import { runAuditRound } from './run-audit.js';

/** How often a replica checks whether an audit is due, and shows the last result. */
const INTERVAL_MS = 30_000;
const AUDIT_EVERY_MS = 10 * 60_000;
/**
 * Limits the audit to a tenth of one core of Postgres, however large the ledger is: tips at full speed use
 * all cores.
 */
const REST_FACTOR = 9;

/**
 * Runs a round of the audit every ten minutes, on one of the replicas, and shows the result on all of them.
 */
@Injectable()
export class AuditJobs {
  private readonly gauges: ReturnType<typeof auditGauges>;

  constructor(
    private readonly database: Database,
    private readonly state: ProcessState,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.gauges = auditGauges(metrics);
  }

  @Every(INTERVAL_MS)
  async audit(): Promise<void> {
    try {
      await this.auditWhenDue();
    } finally {
      const last = await findLastAudit(this.database.read);
      if (last) this.show(last);
    }
  }

  private async auditWhenDue(): Promise<void> {
    const signal = this.state.stopping;
    const options = { everyMs: AUDIT_EVERY_MS, restFactor: REST_FACTOR, signal };
    const audit = await runAuditRound(this.database, options).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    for (const finding of audit?.findings ?? []) this.logger.error(finding, 'the ledger is wrong');
    if (!audit) return;
    const { durationMs, workMs, counts, fullReadBeganAt } = audit;
    this.logger.info({ durationMs, workMs, counts, fullReadBeganAt }, 'ledger audited');
  }

  private show(last: Audit): void {
    const { findings, finishedAt, duration, work, fullRead } = this.gauges;
    for (const [check, count] of Object.entries(last.counts)) findings.set({ check }, count);
    finishedAt.set(last.finishedAt.getTime() / 1000);
    duration.set(last.durationMs / 1000);
    work.set(last.workMs / 1000);
    fullRead.set((last.fullReadBeganAt?.getTime() ?? 0) / 1000);
  }
}
