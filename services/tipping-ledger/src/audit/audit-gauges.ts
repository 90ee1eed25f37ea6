import type { Metrics } from '@likewell/service-kit/telemetry/metrics';

/** Makes the metrics that show the last audit. */
export const auditGauges = (metrics: Metrics) => ({
  findings: metrics.gauge(
    'likewell_ledger_audit_findings',
    'What the last audit of the ledger found wrong, by check',
    'check',
  ),
  finishedAt: metrics.gauge(
    'likewell_ledger_audit_finished_timestamp_seconds',
    'When the last audit of the ledger ended; 0 before the first',
  ),
  duration: metrics.gauge(
    'likewell_ledger_audit_duration_seconds',
    'How long the last audit of the ledger took, its pauses included',
  ),
  work: metrics.gauge(
    'likewell_ledger_audit_work_seconds',
    'How long the last audit of the ledger worked, without its pauses',
  ),
  fullRead: metrics.gauge(
    'likewell_ledger_audit_full_read_timestamp_seconds',
    'When the last full read of the ledger that has ended began: no row was read longer ago; 0 before the first',
  ),
});
