import { memberDeleted } from '@likewell/contracts/auth/events';
import { creditDeposit } from '@likewell/contracts/tipping-ledger/rpc';
import { exportWallets, unlinkWallet } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import { eventually } from '@likewell/testing/eventually';
import type { Keypair } from '@solana/web3.js';
import { markUnclaimed } from '../src/deposits/deposits.queries.js';
import { signatureHex } from '../src/solana/signature.js';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

const LIKE = 1_000_000n;
const NANO = 1000n;

let watcher: WatcherUnderTest;
let leaver: Member;
let other: Member;
let wallet: Keypair;
/** The signature of the test's deposit. */
let sent: string;

beforeAll(async () => {
  watcher = await WatcherUnderTest.start();
});
afterAll(() => watcher.stop());
beforeEach(async () => {
  await watcher.switchDeposits('resume');
  [leaver, other] = [await watcher.newMember(), await watcher.newMember()];
  wallet = watcher.newWallet();
});
afterEach(async () => {
  await watcher.expectAllCredited();
  expect(await watcher.ledger.systemBalance('unclaimed')).toBe(0n);
});

const send = (like: bigint, memo?: string) => (sent = watcher.finalDeposit(wallet, like * LIKE, memo));
const expectState = (state: string) => watcher.expectState(sent, state);
const expectRow = async (schema: typeof watcher.owner, sql: string, { id }: Member) =>
  expect((await schema.query(sql, [id])).rowCount).toBe(1);
/** Publishes that a member has left for good, and waits until the ledger and the watcher have handled it. */
async function leave(member: Member): Promise<void> {
  await watcher.bus.tell(memberDeleted, { memberId: member.id, keepsPosts: true });
  const { owner } = watcher.ledger.schema;
  await eventually(async () => {
    await expectRow(owner, 'SELECT FROM account WHERE id = $1 AND closed_at IS NOT NULL', member);
    await expectRow(watcher.owner, 'SELECT FROM left_member WHERE member_id = $1', member);
  });
}
/** Returns the names of the tables that have rows with the member's number. */
async function tablesWith({ id }: Member): Promise<string[]> {
  const { rows } = await watcher.owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND column_name = 'member_id' ORDER BY table_name`,
  );
  const found: string[] = [];
  for (const { name } of rows)
    if ((await watcher.owner.query(`SELECT FROM ${name} WHERE member_id = $1`, [id])).rowCount)
      found.push(name);
  return found;
}
/** Expects that the other member gets the deposit, once and completely. */
async function expectClaimed(like: bigint): Promise<void> {
  expect(await watcher.claim(other, wallet)).toMatchObject({ claimed: 1, claimedNano: like * LIKE * NANO });
  await expectState('claimed');
  expect(await watcher.gained(other)).toBe(like * LIKE * NANO);
}

describe('a deposit of a member who leaves before the ledger is told', () => {
  it('is nobody’s, and is claimed once by who has the keys of the wallet', async () => {
    await watcher.switchDeposits('pause');
    const signature = send(5n, leaver.memo);
    await expectState('judged');
    await leave(leaver);
    await watcher.switchDeposits('resume');
    await expectState('unclaimed');
    await expect(watcher.report(other, signature)).rejects.toMatchObject({
      code: watcherErrors.DEPOSIT_UNCLAIMED.code,
    });
    await expectClaimed(5n);
    expect(await watcher.report(other, signature)).toMatchObject({ state: 'credited' });
  });

  it('goes to who has linked the wallet in the meantime', async () => {
    await watcher.switchDeposits('pause');
    send(5n, leaver.memo);
    await expectState('judged');
    await leave(leaver);
    await watcher.link(other, wallet);
    await watcher.switchDeposits('resume');
    await expectState('claimed');
    expect(await watcher.gained(other)).toBe(5n * LIKE * NANO);
  });

  it('is nobody’s also while the wallet is still linked to them', async () => {
    await watcher.own(leaver, wallet);
    await watcher.switchDeposits('pause');
    send(5n);
    await expectState('judged');
    await watcher.ledger.schema.owner.query('SELECT close_account($1)', [leaver.id]);
    await watcher.switchDeposits('resume');
    await expectState('unclaimed');
    await leave(leaver);
    await expectClaimed(5n);
  });

  it('is nobody’s when it is told again, since the first response was lost', async () => {
    await watcher.switchDeposits('pause');
    const signature = send(5n, leaver.memo);
    await expectState('judged');
    await leave(leaver);
    const deposit = { signature, memberId: leaver.id, amountNano: 5n * LIKE * NANO };
    expect(await watcher.bus.call(creditDeposit, deposit)).toMatchObject({ isUnclaimed: true });
    await watcher.switchDeposits('resume');
    await expectState('unclaimed');
    await expectClaimed(5n);
  });

  it('stays theirs when it was credited before they left, and only the response was lost', async () => {
    await watcher.switchDeposits('pause');
    const signature = send(5n, leaver.memo);
    await expectState('judged');
    const deposit = { signature, memberId: leaver.id, amountNano: 5n * LIKE * NANO };
    expect(await watcher.bus.call(creditDeposit, deposit)).toMatchObject({ isUnclaimed: false });
    await leave(leaver);
    await watcher.switchDeposits('resume');
    await expectState('credited');
    await expect(watcher.claim(other, wallet)).rejects.toMatchObject({
      code: watcherErrors.NOTHING_TO_CLAIM.code,
    });
  });
});

describe('a claim of a member who leaves before the ledger is told', () => {
  it('is void: another one with the keys of the wallet may make it', async () => {
    send(5n);
    await expectState('unclaimed');
    await watcher.switchDeposits('pause');
    await watcher.link(leaver, wallet);
    await expectState('claiming');
    await leave(leaver);
    await watcher.switchDeposits('resume');
    await expectState('unclaimed');
    await expectClaimed(5n);
  });

  it('is void, and that of another one stays when a late replica notes so', async () => {
    const signature = send(5n);
    await expectState('unclaimed');
    await watcher.switchDeposits('pause');
    // The state after a claim that the ledger has not been told of.
    await watcher.owner.query(
      `UPDATE deposit SET state = 'claiming', member_id = $1 WHERE signature = decode($2, 'hex')`,
      [other.id, signatureHex(signature)],
    );
    await watcher.operate(async (database) => {
      await database.transaction((tx) => markUnclaimed(tx, [{ signature, memberId: leaver.id }]));
      return '';
    });
    await expectState('claiming');
    await watcher.switchDeposits('resume');
    await expectState('claimed');
    expect(await watcher.gained(other)).toBe(5n * LIKE * NANO);
  });
});

describe('what the watcher knows of a member', () => {
  it('is forgotten when they leave, but deposits, who was assigned one, and that they left', async () => {
    send(5n);
    await expectState('unclaimed');
    await watcher.claim(leaver, wallet);
    const others = watcher.newWallet();
    await watcher.expectState(watcher.finalDeposit(others, 5n * LIKE), 'unclaimed');
    await watcher.claim(other, others);
    const [linked, unlinked] = [watcher.newWallet(), watcher.newWallet()];
    for (const each of [linked, unlinked]) await watcher.own(leaver, each);
    await watcher.bus.call(unlinkWallet, { memberId: leaver.id, address: unlinked.publicKey.toBase58() });
    await watcher.prove(leaver, wallet, 'claim');
    await watcher.owner.query(
      `INSERT INTO deposit_assignment (signature, member_id, operator) VALUES (decode($1, 'hex'), $2, 'anna')`,
      [signatureHex(sent), leaver.id],
    );
    const stays = ['deposit', 'deposit_assignment'];
    const goes = ['claim', 'deposit_code', 'unlinked_wallet', 'wallet', 'wallet_proof'];
    expect(await tablesWith(leaver)).toEqual([...stays, ...goes].sort());
    await leave(leaver);
    // Claims go by a job that runs when a replica starts, too: so also those that a watcher of the version before leaves.
    const replica = await watcher.addReplica();
    await eventually(async () => expect(await tablesWith(leaver)).toEqual([...stays, 'left_member']));
    await replica.stop();
    expect(await watcher.bus.call(exportWallets, { memberId: other.id })).toMatchObject({ claims: [{}] });
  });

  it('is exported with their claims, also of a wallet that they never linked', async () => {
    send(5n);
    await expectState('unclaimed');
    await watcher.claim(leaver, wallet);
    expect(await watcher.bus.call(exportWallets, { memberId: leaver.id })).toMatchObject({
      items: [],
      claims: [
        {
          address: wallet.publicKey.toBase58(),
          at: expect.any(String),
          claimed: 1,
          claimedNano: 5n * LIKE * NANO,
        },
      ],
    });
    expect(await watcher.bus.call(exportWallets, { memberId: other.id })).toMatchObject({ claims: [] });
  });
});
