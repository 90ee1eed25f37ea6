import { postErrors } from '@likewell/contracts/posts/errors';
import { postPublished, postWithdrawn } from '@likewell/contracts/posts/events';
import { eventually } from '@likewell/testing/eventually';
import { PostgresProxy } from '@likewell/testing/postgres-proxy';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
let proxy: PostgresProxy;

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
  proxy = await PostgresProxy.to(service.schema.url);
  await service.replica.stop();
  await service.addReplica({ DATABASE_URL: proxy.url });
});
afterAll(async () => {
  await service.stop();
  proxy.stop();
});

it('a replica that stands still with the row of a post holds up tips for a second, and the news comes again', async () => {
  const [payer, author, other] = [
    await ledger.openMember(),
    await ledger.openMember(),
    await ledger.openMember(),
  ];
  const [post, otherPost] = [await ledger.publishPost(author), await ledger.publishPost(other)];
  const stopped = proxy.stopNext('remember_post', 'before-commit');
  await ledger.bus.tell(postWithdrawn, { postId: post, authorId: author, version: 2 });
  await stopped.reached;
  const first = ledger.tip(payer, post, LIKE);
  // On a busy machine the second may pass before anybody sees the tip wait.
  await Promise.race([ledger.waitingForLock(), first]);
  // Both are settled before their callers time out.
  await Promise.all([first, ledger.tip(payer, otherPost, LIKE)]);
  expect(await ledger.balance(payer)).toBe(98n * LIKE);
  await eventually(async () => {
    await expect(ledger.tip(payer, post, LIKE)).rejects.toMatchObject({
      code: postErrors.POST_NOT_FOUND.code,
    });
  });
  await ledger.expectBalancedBooks();
});

it('a post that is known as another author’s pays neither of them: its event is set aside', async () => {
  const [payer, author, other] = await ledger.openMembers(3);
  const postId = await ledger.publishPost(author ?? 0);
  await ledger.bus.tell(postPublished, { postId, authorId: other ?? 0, version: 7 });
  await eventually(async () => {
    const { rows } = await ledger.schema.owner.query<{ error: string }>('SELECT error FROM inbox_failed');
    expect(rows).toEqual([{ error: expect.stringContaining('of another author') }]);
  });
  await ledger.tip(payer ?? 0, postId, LIKE);
  expect(await ledger.balance(author ?? 0)).toBeGreaterThan(100n * LIKE);
  expect(await ledger.balance(other ?? 0)).toBeLessThan(101n * LIKE);
});
