import { commonErrors } from '@likewell/contracts/core/common-errors';
import { eventually } from '@likewell/testing/eventually';
import { join } from 'node:path';
import { runScript } from '@likewell/testing/node-process';
import { setTimeout as sleep } from 'node:timers/promises';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

const SENDERS = 8;

it('a ledger that starts while tips are paused settles none', async () => {
  const { service, ledger } = await LedgerUnderTest.start();
  const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
  const postId = await ledger.publishPost(author);
  await service.replica.stop();
  const environment = { DATABASE_URL: ledger.schema.url };
  await runScript(join(import.meta.dirname, '..'), 'cli/pause-tips', environment, []);

  const outcomes = new Set<string>();
  let isOver = false;
  const senders = Array.from({ length: SENDERS }, async () => {
    while (!isOver) {
      const tip = ledger.tip(payer, postId, LIKE);
      outcomes.add(
        await tip.then(
          () => 'settled',
          (error: unknown) => (error as { code: string }).code,
        ),
      );
      await sleep(1);
    }
  });
  await service.addReplica();
  await eventually(() => expect(outcomes).toContain(commonErrors.PAUSED.code));
  isOver = true;
  await Promise.all(senders);

  expect(outcomes).not.toContain('settled');
  expect((await ledger.schema.owner.query('SELECT FROM tip')).rowCount).toBe(0);
  await service.stop();
});
