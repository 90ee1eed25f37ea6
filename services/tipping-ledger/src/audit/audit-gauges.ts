import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import type { Audit } from './audit.js';

/** Shows the last audit in the metrics. */
@Injectable()
export class AuditGauges {
  private readonly findings: Gauge<'check'>;
  private readonly finishedAt: Gauge;
  private readonly duration: Gauge;
  private readonly work: Gauge;
  private readonly fullRead: Gauge;

  constructor(metrics: Metrics) {
    this.findings = metrics.gauge(
      'likewell_ledger_audit_findings',
      'What the last audit of the ledger found wrong, by check',
      'check',
    );
    this.finishedAt = metrics.gauge(
      'likewell_ledger_audit_finished_timestamp_seconds',
      'When the last audit of the ledger ended; 0 before the first',
    );
    this.duration = metrics.gauge(
      'likewell_ledger_audit_duration_seconds',
      'How long the last audit of the ledger took, its pauses included',
    );
    this.work = metrics.gauge(
      'likewell_ledger_audit_work_seconds',
      'How long the last audit of the ledger worked, without its pauses',
    );
    this.fullRead = metrics.gauge(
      'likewell_ledger_audit_full_read_timestamp_seconds',
      'When the last full read of the ledger that has ended began: no row was read longer ago; 0 before the first',
    );
  }

  show(last: Audit): void {
    for (const [check, count] of Object.entries(last.counts)) this.findings.set({ check }, count);
    this.finishedAt.set(last.finishedAt.getTime() / 1000);
    this.duration.set(last.durationMs / 1000);
    this.work.set(last.workMs / 1000);
    this.fullRead.set((last.fullReadBeganAt?.getTime() ?? 0) / 1000);
  }
}
