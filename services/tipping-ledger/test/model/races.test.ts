import { postPublished } from '@likewell/contracts/posts/events';
import { getTipTarget } from '@likewell/contracts/posts/rpc';
import { eventually } from '@likewell/testing/eventually';
import { LedgerWorld, LIKE } from '../ledger-world.js';

let world: LedgerWorld;

beforeAll(async () => {
  world = await LedgerWorld.start();
});
afterAll(() => world.stop());

it('news of a post that come in the middle of a settlement do not pay its author a share twice', async () => {
  const { bus, schema } = world.ledger;
  const [payer, author] = [await world.openMember(), await world.openMember()];
  const unknown = world.freshId();
  bus.answer(getTipTarget, () => ({ target: { authorId: author, open: true, version: 1 } }));
  await world.tip(payer, await world.publishPost(author), 50n * LIKE);
  await world.closeEpoch();
  const accrued = await world.balance(author);

  // The settlement has listed whom it will lock, and waits for the first of them.
  const blocker = await schema.owner.connect();
  await blocker.query('BEGIN; SELECT FROM account WHERE id = 3 FOR UPDATE');
  const tipping = world.tip(payer, unknown, 10n * LIKE);
  await eventually(async () => {
    const { rowCount } = await schema.owner.query(
      'SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE usename = $1 AND NOT granted',
      [new URL(schema.url).username],
    );
    expect(rowCount).toBe(1);
  });
  await bus.tell(postPublished, { postId: unknown, authorId: author, version: 1 });
  await eventually(async () => {
    const { rowCount } = await schema.owner.query('SELECT FROM post_total WHERE post_id = $1', [unknown]);
    expect(rowCount).toBe(1);
  });
  await blocker.query('COMMIT');
  blocker.release();

  await tipping;
  expect(await world.balance(author)).toBe(accrued + 7n * LIKE);
  expect(await world.findings()).toEqual([]);
});
