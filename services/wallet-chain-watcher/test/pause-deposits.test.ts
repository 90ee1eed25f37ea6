import { commonErrors } from '@likewell/contracts/core/common-errors';
import { claimDeposits, getDepositSettings } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { eventually } from '@likewell/testing/eventually';
import { runScript } from '@likewell/testing/node-process';
import type { Keypair } from '@solana/web3.js';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

const LIKE = 1_000_000n;
const NANO = 1000n;
/** Times that deposits are looked for while those that wait are due. */
const LOOKS = 3;
const paused = {
  code: commonErrors.PAUSED.code,
  message: expect.stringMatching(/^Deposits are paused .* credited when they resume\.$/) as string,
  details: { retryAfterSeconds: 60 },
};

let watcher: WatcherUnderTest;
let member: Member;
let wallet: Keypair;

beforeEach(async () => {
  watcher = await WatcherUnderTest.start();
  member = await watcher.newMember();
  wallet = watcher.newWallet();
});
afterEach(() => watcher.stop());

/** Runs the operators' command as its process, and returns its output. */
const command = (to: 'pause' | 'resume') =>
  runScript(join(import.meta.dirname, '..'), `cli/${to}-deposits`, {
    DATABASE_URL: watcher.service.schema.url,
  });
const send = (like: bigint, memo?: string) => watcher.finalDeposit(wallet, like * LIKE, memo);
const expectStates = (states: Record<string, number>) =>
  eventually(async () => expect(await watcher.states()).toEqual(states));
/**
 * Waits until somebody has looked for deposits this often, while all that wait were due. It is told by the attempts
 * on a signature of nobody, which whoever looks takes along.
 */
async function untilLookedFor(times: number): Promise<void> {
  const probe = [randomBytes(64)];
  await watcher.owner.query(`INSERT INTO deposit (signature, slot, state) VALUES ($1, 1, 'seen')`, probe);
  for (let looks = 1; looks <= times; looks += 1) {
    await watcher.owner.query(
      `UPDATE deposit SET due_at = now() WHERE state IN ('seen', 'judged', 'claiming')`,
    );
    await eventually(async () => {
      const found = await watcher.owner.query<{ attempts: number }>(
        'SELECT attempts FROM deposit WHERE signature = $1',
        probe,
      );
      expect(found.rows[0]?.attempts).toBeGreaterThanOrEqual(looks);
    });
  }
  await watcher.owner.query('DELETE FROM deposit WHERE signature = $1', probe);
}
const expectGained = (like: bigint) =>
  eventually(async () => expect(await watcher.gained(member)).toBe(like * LIKE * NANO));

it('deposits are found and kept while they are paused, also over a restart, and credited soon after the end', async () => {
  const early = send(1n, member.memo);
  await expectGained(1n);
  expect(await command('pause')).toContain('Deposits are paused');
  const signature = send(5n, member.memo);
  await expectStates({ credited: 1, judged: 1 });

  await watcher.service.replica.stop();
  const another = await watcher.addReplica();
  send(7n, member.memo);
  await expectStates({ credited: 1, judged: 2 });
  await untilLookedFor(LOOKS);
  expect(await watcher.gained(member)).toBe(LIKE * NANO);
  await expect(watcher.report(member, signature)).rejects.toMatchObject(paused);
  // A deposit that was credited before gets the usual response.
  expect(await watcher.report(member, early)).toMatchObject({ state: 'credited' });
  const { rows } = await watcher.owner.query('SELECT max(attempts) <= 1 AS fresh FROM deposit');
  expect(rows).toEqual([{ fresh: true }]);

  expect(await command('resume')).toContain('Deposits work again');
  await expectGained(13n);
  expect(await watcher.report(member, signature)).toMatchObject({ state: 'credited' });
  await watcher.expectAllCredited();
  await another.stop();
});

it('nobody is told where to send while deposits are paused', async () => {
  await watcher.switchDeposits('pause');
  const settings = () => watcher.bus.call(getDepositSettings, { memberId: member.id });
  await expect(settings()).rejects.toMatchObject(paused);
  await watcher.switchDeposits('resume');
  expect(await settings()).toMatchObject({ memo: member.memo });
});

it('who waits for a deposit when the pause begins is told of it', async () => {
  await watcher.stop();
  // Nothing becomes final before the test skips slots.
  watcher = await WatcherUnderTest.start({ slotMs: 60_000, constants: { depositWaitMs: 10_000 } });
  [member, wallet] = [await watcher.newMember(), watcher.newWallet()];
  watcher.solana.skipSlots();
  let polls = 0;
  watcher.solana.setFaults({ methods: ['getSignatureStatuses'], onRequest: () => (polls += 1) });
  const report = watcher.report(member, watcher.deposit(wallet, 3n * LIKE, member.memo));
  const told = expect(report).rejects.toMatchObject(paused);
  // Before that it would be rejected as one that comes while deposits are paused.
  await eventually(() => expect(polls).toBeGreaterThan(0));
  // What the operators' command does, but at once: the report waits for ten seconds.
  await watcher.owner.query('UPDATE deposit_switch SET is_paused = true');
  watcher.solana.skipSlots();
  await told;
  await expectStates({ judged: 1 });
  await watcher.switchDeposits('resume');
  await expectGained(3n);
});

it('a claim that met the pause works with the same proof afterwards', async () => {
  send(2n);
  await expectStates({ unclaimed: 1 });
  const proof = await watcher.prove(member, wallet, 'claim');
  await watcher.switchDeposits('pause');
  const claim = () => watcher.bus.call(claimDeposits, proof);
  await expect(claim()).rejects.toMatchObject(paused);
  await expectStates({ unclaimed: 1 });
  await watcher.switchDeposits('resume');
  expect(await claim()).toMatchObject({ claimed: 1, claimedNano: 2n * LIKE * NANO });
  await expectStates({ claimed: 1 });
});

it('a wallet that is linked during the pause gets what it sent when the pause ends', async () => {
  send(4n);
  await expectStates({ unclaimed: 1 });
  await watcher.switchDeposits('pause');
  await watcher.link(member, wallet);
  await expectStates({ claiming: 1 });
  await untilLookedFor(LOOKS);
  expect(await watcher.gained(member)).toBe(0n);
  await watcher.switchDeposits('resume');
  await expectStates({ claimed: 1 });
});
