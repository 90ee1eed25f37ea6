import { commonErrors } from '@likewell/contracts/core/common-errors';
import { eventually } from '@likewell/testing/eventually';
import { join } from 'node:path';
import { runScript } from '@likewell/testing/node-process';
import { setTimeout as sleep } from 'node:timers/promises';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

const SENDERS = 8;

const operate = (ledger: LedgerUnderTest, task: 'pause-tips' | 'resume-tips') =>
  runScript(join(import.meta.dirname, '..'), `cli/${task}`, { DATABASE_URL: ledger.schema.url }, []);

it('a ledger that starts while tips are paused settles none', async () => {
  const { service, ledger } = await LedgerUnderTest.start();
  const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
  const postId = await ledger.publishPost(author);
  await service.replica.stop();
  await operate(ledger, 'pause-tips');

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

it('while tips are paused the clock moves no LIKE, and what fell due meanwhile is paid after it', async () => {
  const { service, ledger } = await LedgerUnderTest.start();
  const { owner } = ledger.schema;
  const [payer, author, newcomer] = [await ledger.openMember(), await ledger.openMember(), ledger.newId()];
  await ledger.tip(payer, await ledger.publishPost(author), 50n * LIKE);
  await service.replica.stop();
  await owner.query(`
    UPDATE holders_state SET last_close_at = now() - interval '3 days';
    INSERT INTO account (id, kind) VALUES (${newcomer}, 'member');
    INSERT INTO held_bonus VALUES (${newcomer}, (now() AT TIME ZONE 'UTC')::date)`);
  const movements = async () => (await owner.query('SELECT FROM movement')).rowCount;
  const before = await movements();

  expect(await operate(ledger, 'pause-tips')).toContain('no epoch closes by the clock');
  const paused = await service.addReplica({ EPOCH: '1d' });
  await eventually(async () => expect((await owner.query('SELECT FROM held_bonus')).rowCount).toBe(0));
  // Its jobs are long in their first round when another one has started, and a stop waits for that round.
  const another = await service.addReplica({ EPOCH: '1d' });
  await Promise.all([paused.stop(), another.stop()]);
  expect(await movements()).toBe(before);
  expect((await owner.query('SELECT epoch FROM holders_state')).rows).toEqual([{ epoch: 0 }]);

  await operate(ledger, 'resume-tips');
  await service.addReplica({ EPOCH: '1d' });
  await eventually(async () => {
    expect((await owner.query('SELECT epoch FROM holders_state')).rows).toEqual([{ epoch: 1 }]);
    expect((await owner.query('SELECT FROM owed_bonus')).rowCount).toBe(0);
  });
  // The pool's 10 LIKE, and the bonus of 100.
  expect(await ledger.balance(newcomer)).toBeGreaterThanOrEqual(100n * LIKE);
  await ledger.expectBalancedBooks();
  await service.stop();
});

it('an epoch that waits for the lock when tips are paused is not closed', async () => {
  const { service, ledger } = await LedgerUnderTest.start();
  const { owner } = ledger.schema;
  const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
  await ledger.tip(payer, await ledger.publishPost(author), 50n * LIKE);
  // A day might end while the test runs; this period began in 1970.
  const period = '36500 days';
  await owner.query(`UPDATE holders_state SET last_close_at = now() - interval '${period}'`);
  const blocker = await owner.connect();
  await blocker.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
  const asked = owner.query(`SELECT close_epoch_when_due('${period}') AS epoch`);
  await ledger.waitingForLock();
  await operate(ledger, 'pause-tips');
  await blocker.query('COMMIT');
  blocker.release();
  expect((await asked).rows).toEqual([{ epoch: null }]);
  await service.stop();
});
