import type { Database } from '@likewell/service-kit/database/database';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { runTask } from '@likewell/service-kit/process/run-task';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { setTimeout as sleep } from 'node:timers/promises';
import { AUDIT_CHECKS, type AuditCheck } from '../audit/audit.js';
import { runFullAudit, type AuditWithFindings } from '../audit/run-audit.js';

/** The service's own audit works for 45 s at most, and rests nine times as long in between. */
const WAIT_MS = 10 * 60_000;
const LOOK_EVERY_MS = 2000;

await runTask('ledger-audit', async (database) => {
  const audit = await auditInTurn(database);
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

/** Reads the whole ledger once no other audit is under way. @throws UserFacingError when one stays under way */
async function auditInTurn(database: Database): Promise<AuditWithFindings> {
  const deadline = steadyNow() + WAIT_MS;
  for (let isTold = false; ; isTold = true) {
    const audit = await runFullAudit(database, { restFactor: 0 });
    if (audit) return audit;
    if (steadyNow() > deadline)
      throw new UserFacingError('Another audit has been under way for ten minutes. Try again in a while.');
    if (!isTold) process.stderr.write('Another audit is under way; this one begins after it.\n');
    await sleep(LOOK_EVERY_MS);
  }
}
