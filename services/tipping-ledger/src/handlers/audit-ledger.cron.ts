import { Every } from '@likewell/service-kit/boot/every.decorator';
import { LOGGER } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Controller, Inject, type BeforeApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { findLastAudit, runAudit } from '../storage/audits.js';

/** How often a replica looks whether the last audit is old enough, and shows its result. */
const INTERVAL_MS = 30_000;
const AUDIT_EVERY_MS = 10 * 60_000;
/** At most a tenth of one core of Postgres, however large the ledger is: tips at full speed use all there are. */
const REST_FACTOR = 9;

/** Audits the ledger every ten minutes, whichever of the replicas does it, and shows the result on all of them. */
@Controller()
export class AuditLedgerCron implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly findings: Gauge<'check'>;
  private readonly finishedAt: Gauge;
  private readonly duration: Gauge;

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    { registry }: Metrics,
  ) {
    const registers = [registry];
    this.findings = new Gauge({
      name: 'likewell_ledger_audit_findings',
      help: 'What the last audit of the ledger found wrong, by check',
      labelNames: ['check'] as const,
      registers,
    });
    this.finishedAt = new Gauge({
      name: 'likewell_ledger_audit_finished_timestamp_seconds',
      help: 'When the last audit of the ledger ended; 0 before the first',
      registers,
    });
    this.duration = new Gauge({
      name: 'likewell_ledger_audit_duration_seconds',
      help: 'How long the last audit of the ledger took, its pauses included',
      registers,
    });
  }

  @Every(INTERVAL_MS)
  async run(): Promise<void> {
    try {
      await this.auditWhenDue();
    } finally {
      await this.show();
    }
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  private async auditWhenDue(): Promise<void> {
    const { signal } = this.stopping;
    const options = { notWithinMs: AUDIT_EVERY_MS, restFactor: REST_FACTOR, signal };
    const audit = await runAudit(this.database, options).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    for (const finding of audit?.findings ?? []) this.logger.error(finding, 'the ledger is wrong');
    if (audit) this.logger.info({ durationMs: audit.durationMs, counts: audit.counts }, 'ledger audited');
  }

  private async show(): Promise<void> {
    const last = await findLastAudit(this.database.read);
    if (!last) return;
    for (const [check, count] of Object.entries(last.counts)) this.findings.set({ check }, count);
    this.finishedAt.set(last.finishedAt.getTime() / 1000);
    this.duration.set(last.durationMs / 1000);
  }
}
