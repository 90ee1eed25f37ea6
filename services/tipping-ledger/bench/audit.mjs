// @ts-check
import { Database } from '@likewell/service-kit/database/database';
import { openDatabase } from '@likewell/service-kit/database/open-database';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { runAuditRound, runFullAudit } from '../dist/audit/run-audit.js';
import { dropAuditWorld, fillTo, openAuditWorld } from './audit-world.mjs';

const ADMIN_URL = process.env.BENCH_DATABASE_URL;
const MEMBERS = Number(process.env.MEMBERS || 1_000_000);
const TIPS = Number(process.env.TIPS || 10_000_000);
/** Ten minutes at a hundred a second. */
const NEW_TIPS = Number(process.env.NEW_TIPS || 60_000);
const ROUNDS = Number(process.env.ROUNDS || 3);

if (!ADMIN_URL) throw new Error('BENCH_DATABASE_URL is to name a Postgres and its superuser');
const world = await openAuditWorld(ADMIN_URL);
const size = { members: MEMBERS, tips: TIPS };
await fillTo(world, size);
const database = new Database(
  await openDatabase(
    { url: world.url, poolSize: 2, applicationName: 'audit' },
    createLogger('bench', 'warn'),
  ),
);

if (process.env.FULL !== '0') {
  const whole = await runFullAudit(database, { restFactor: 0 });
  report('the full read from nothing', whole);
}
for (let rounds = 1; ; rounds += 1) {
  const first = await runAuditRound(database, { everyMs: 0, restFactor: 0 });
  report(`round ${rounds} of the first full read`, first);
  const { rows } = await world.client.query(
    `SELECT state -> 'news' <> 'null' AS reads_news FROM audit_progress`,
  );
  if (rows[0]?.reads_news) break;
}
for (let rounds = 1; rounds <= ROUNDS; rounds += 1) {
  const tips = TIPS + rounds * NEW_TIPS;
  await fillTo(world, { ...size, tips });
  const news = { everyMs: 0, restFactor: 0, fullReadMs: 0 };
  report(`${NEW_TIPS} new tips alone`, await runAuditRound(database, news));
  report('a share of the full read besides', await runAuditRound(database, { everyMs: 0, restFactor: 0 }));
}
await database.dataSource.destroy();
await world.client.end();
if (process.env.KEEP !== '1') await dropAuditWorld(ADMIN_URL);

/** @param {string} what @param {import('../dist/audit/run-audit.js').AuditWithFindings | null} audit */
function report(what, audit) {
  if (!audit) throw new Error('another audit is under way');
  const wrong = Object.values(audit.counts).reduce((sum, count) => sum + count, 0);
  console.log(`${what}: ${(audit.workMs / 1000).toFixed(1)} s of work, ${wrong} findings`);
}
