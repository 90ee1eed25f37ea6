import type { Database } from '@likewell/service-kit/database/database';
import { eventually } from '@likewell/testing/eventually';
import { PostgresProxy } from '@likewell/testing/postgres-proxy';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { openTestDatabase } from '@likewell/testing/test-database';
import { runFullAudit } from '../../src/audit/run-audit.js';
import { LedgerUnderTest, LIKE } from '../ledger-under-test.js';
import { untilDone } from '../until-done.js';

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
let proxy: PostgresProxy;
let auditor: Database;

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
  proxy = await PostgresProxy.to(ledger.schema.url);
  auditor = await openTestDatabase(proxy.url, 3);
});
afterAll(async () => {
  await auditor.dataSource.destroy();
  proxy.stop();
  await service.stop();
});

it('news leave the ledger while an audit is under way, which finds nothing', async () => {
  const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
  const post = await ledger.publishPost(author);
  await ledger.tip(payer, post, LIKE);
  await ledger.closeEpoch();
  expect((await auditAtOnce()).findings).toEqual([]);

  await eventually(expectAllNewsGone);

  const stopped = proxy.stopNext('post_total', 'before-statement');
  const audit = auditAtOnce();
  const endsUnstopped = audit.then(() => {
    throw new Error('the audit ended without a look at the posts');
  });
  await Promise.race([stopped.reached, endsUnstopped]);
  try {
    await ledger.tip(payer, post, LIKE);
    await eventually(expectAllNewsGone);
  } finally {
    stopped.release();
  }
  expect((await audit).findings).toEqual([]);
});

const auditAtOnce = () => untilDone(() => runFullAudit(auditor, { restFactor: 0 }));

async function expectAllNewsGone(): Promise<void> {
  const { rows } = await ledger.schema.owner.query('SELECT seq FROM outbox WHERE published_at IS NULL');
  expect(rows).toEqual([]);
}
