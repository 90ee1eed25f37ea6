import { postPublished } from '@likewell/contracts/posts/events';
import { getTipTarget } from '@likewell/contracts/posts/rpc';
import { eventually } from '@likewell/testing/eventually';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { LedgerUnderTest, LIKE } from '../ledger-under-test.js';

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
});
afterAll(() => service.stop());

it('news of a post that come in the middle of a settlement do not pay its author a share twice', async () => {
  const { bus, schema } = ledger;
  const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
  const unknown = ledger.newId();
  bus.respond(getTipTarget, () => ({ target: { authorId: author, open: true, version: 1 } }));
  await ledger.tip(payer, await ledger.publishPost(author), 50n * LIKE);
  await ledger.closeEpoch();
  const accrued = await ledger.balance(author);

  // The settlement has read all that it needs, and waits to write the pool's row.
  const blocker = await schema.owner.connect();
  await blocker.query('BEGIN; SELECT FROM account WHERE id = 3 FOR UPDATE');
  const tipping = ledger.tip(payer, unknown, 10n * LIKE);
  await ledger.waitingForLock();
  await bus.tell(postPublished, { postId: unknown, authorId: author, version: 1 });
  await eventually(async () => {
    const { rowCount } = await schema.owner.query('SELECT FROM post_total WHERE post_id = $1', [unknown]);
    expect(rowCount).toBe(1);
  });
  await blocker.query('COMMIT');
  blocker.release();

  await tipping;
  expect(await ledger.balance(author)).toBe(accrued + 7n * LIKE);
  await ledger.expectBalancedBooks();
});
