import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { runTask } from '@likewell/service-kit/process/run-task';
import { AUDIT_CHECKS, type AuditCheck } from '../audit/audit.js';
import { runFullAudit } from '../audit/run-audit.js';

await runTask('ledger-audit', async (database) => {
  const audit = await runFullAudit(database, { restFactor: 0 });
  if (!audit)
    throw new UserFacingError(
      'Another audit is under way; its result will be in the metrics. Try again in a while.',
    );
  const lines = Object.entries(AUDIT_CHECKS).map(([check, promise]) => {
    const count = audit.counts[check as AuditCheck];
    return `${count === 0 ? '✓' : '✗'} ${promise}${count === 0 ? '' : `: ${count} found wrong`}`;
  });
  for (const { check, subject, detail } of audit.findings) lines.push(`  ${check}: ${subject}: ${detail}`);
  const total = Object.values(audit.counts).reduce((sum, count) => sum + count, 0);
  const seconds = (audit.durationMs / 1000).toFixed(1);
  lines.push(
    `${total === 0 ? 'Nothing is wrong' : `${total} findings`}; the whole ledger was read in ${seconds} s.`,
  );
  process.exitCode = total === 0 ? 0 : 1;
  return lines.join('\n');
});
