import { runTask } from '@likewell/service-kit/boot/run-task';
import { AUDIT_CHECKS, type AuditCheck } from './domain/audit.js';
import { runAudit } from './storage/audits.js';

await runTask('ledger-audit', async (database) => {
  const audit = await runAudit(database, { notWithinMs: 0, restFactor: 0 });
  if (!audit) {
    process.stderr.write(
      'Another audit is under way; its result will be in the metrics. Try again in a while.\n',
    );
    return 1;
  }
  const lines = Object.entries(AUDIT_CHECKS).map(([check, promise]) => {
    const count = audit.counts[check as AuditCheck];
    return `${count === 0 ? '✓' : '✗'} ${promise}${count === 0 ? '' : `: ${count} found wrong`}`;
  });
  for (const { check, subject, detail } of audit.findings) lines.push(`  ${check}: ${subject}: ${detail}`);
  const total = Object.values(audit.counts).reduce((sum, count) => sum + count, 0);
  lines.push(`${total === 0 ? 'Nothing is wrong' : `${total} findings`} (${audit.durationMs} ms).`);
  process.stdout.write(`${lines.join('\n')}\n`);
  return total === 0 ? 0 : 1;
});
