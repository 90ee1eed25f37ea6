import { memberDeleted } from '@likewell/contracts/auth/events';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { creditDeposit } from '@likewell/contracts/tipping-ledger/rpc';
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
  await ledger.switchTips('pause');

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

it('who registers while tips are paused has an account, and the bonus once after it', async () => {
  const { service, ledger } = await LedgerUnderTest.start();
  const { owner } = ledger.schema;
  await ledger.switchTips('pause');
  const newcomer = await ledger.openMember();
  expect(await ledger.balance(newcomer)).toBe(0n);
  expect((await owner.query('SELECT member_id::integer FROM owed_bonus')).rows).toEqual([
    { member_id: newcomer },
  ]);

  await ledger.switchTips('resume');
  await service.addReplica();
  await eventually(async () => expect(await ledger.balance(newcomer)).toBe(100n * LIKE));
  expect(await ledger.statement(newcomer)).toMatchObject([{ kind: 'bonus' }, { kind: 'accrued' }]);
  await ledger.expectBalancedBooks();
  await service.stop();
});

it('who leaves for good while tips are paused leaves at once: a deposit that comes late is not theirs', async () => {
  const { service, ledger } = await LedgerUnderTest.start();
  const leaver = await ledger.openMember();
  const treasury = await ledger.systemBalance('treasury');
  await ledger.switchTips('pause');
  await ledger.bus.tell(memberDeleted, { memberId: leaver, keepsPosts: true });
  await eventually(async () => expect(await ledger.systemBalance('treasury')).toBe(treasury + 100n * LIKE));
  const late = { signature: 'late', memberId: leaver, amountNano: 7n * LIKE };
  expect(await ledger.bus.call(creditDeposit, late)).toMatchObject({ isUnclaimed: true });
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
  await ledger.switchTips('pause');
  await blocker.query('COMMIT');
  blocker.release();
  expect((await asked).rows).toEqual([{ epoch: null }]);
  await service.stop();
});
