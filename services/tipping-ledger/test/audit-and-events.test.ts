import { lock } from '@likewell/service-kit/database/advisory-locks';
import type { Database } from '@likewell/service-kit/database/database';
import { eventually } from '@likewell/testing/eventually';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { openTestDatabase } from '@likewell/testing/test-database';
import { runFullAudit } from '../src/audit/run-audit.js';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';
import { untilDone } from './until-done.js';

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
let database: Database;

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
  database = await openTestDatabase(ledger.schema.url, 3);
});
afterAll(async () => {
  await database.dataSource.destroy();
  await service.stop();
});

const audit = () => untilDone(() => runFullAudit(database, { restFactor: 0 }));

async function expectNothingWaits(): Promise<void> {
  const { rowCount } = await ledger.schema.owner.query('SELECT FROM outbox WHERE published_at IS NULL');
  expect(rowCount).toBe(0);
}

it('events leave while an audit is under way', async () => {
  const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
  const post = await ledger.publishPost(author);
  await ledger.tip(payer, post, LIKE);
  await eventually(expectNothingWaits);
  // The service's own first audit, which would be blocked in place of this one, is over.
  await audit();
  // The audit is blocked where it stores its result.
  const holder = await ledger.schema.owner.connect();
  await holder.query('BEGIN; LOCK TABLE last_audit IN SHARE MODE');
  const blocked = audit();
  await ledger.waitingForLock();
  await ledger.tip(payer, post, LIKE);
  await eventually(expectNothingWaits);
  await holder.query('COMMIT');
  holder.release();
  expect((await blocked).findings).toEqual([]);
});

it('an audit runs while a relay is at it', async () => {
  await database.transaction(async (tx) => {
    await lock(tx, 'outbox-relay');
    expect((await audit()).findings).toEqual([]);
  });
});
