import { memberDeleted, walletProved } from '@likewell/contracts/auth/events';
import { unlinkWallet } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { eventually } from '@likewell/testing/eventually';
import type { Keypair } from '@solana/web3.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

/** The query of the old database, which prints statements for the restored one. */
const LIST = readFileSync(join(import.meta.dirname, '../db/before-restore/unlinked-wallets.sql'), 'utf8');
const LIKE = 1_000_000n;
const NANO = 1000n;

let watcher: WatcherUnderTest;
beforeAll(async () => {
  watcher = await WatcherUnderTest.start();
});
afterAll(() => watcher.stop());

/** Runs a statement in the schema of this test, and returns its one column. */
async function inSchema(statement: string): Promise<string[]> {
  const text = statement.replaceAll('wallet_chain_watcher.', '');
  const { rows } = await watcher.owner.query<string[]>({ text, rowMode: 'array' });
  return rows.flat();
}
async function newOwner(): Promise<{ member: Member; wallet: Keypair }> {
  const [member, wallet] = [await watcher.newMember(), watcher.newWallet()];
  await watcher.own(member, wallet);
  return { member, wallet };
}
const unlink = ({ member, wallet }: { member: Member; wallet: Keypair }) =>
  watcher.bus.call(unlinkWallet, { memberId: member.id, address: wallet.publicKey.toBase58() });

it('after a restore a wallet that has changed hands since is no more its former member’s, and others stay', async () => {
  const [former, leaver, same, back] = [
    await newOwner(),
    await newOwner(),
    await newOwner(),
    await newOwner(),
  ];
  const [later, heir] = [await watcher.newMember(), await watcher.newMember()];
  const proved = { memberId: heir.id, address: leaver.wallet.publicKey.toBase58(), isBare: true };
  await watcher.bus.tell(walletProved, { ...proved, provedAt: new Date().toISOString() });
  await eventually(async () =>
    expect(await inSchema('SELECT member_id FROM unlinked_wallet')).toHaveLength(1),
  );
  const taken = JSON.stringify((await watcher.owner.query('SELECT * FROM unlinked_wallet')).rows);
  const links = JSON.stringify((await watcher.owner.query('SELECT * FROM wallet')).rows);
  await unlink(former);
  await watcher.link(later, former.wallet);
  await unlink(back);
  await watcher.link(back.member, back.wallet);
  await watcher.bus.tell(memberDeleted, { memberId: leaver.member.id, keepsPosts: true });
  // The ledger, which goes back as well, knows of no departure.
  const reopen = 'UPDATE account SET closed_at = NULL WHERE closed_at IS NOT NULL';
  await eventually(async () => expect((await watcher.ledger.schema.owner.query(reopen)).rowCount).toBe(1));
  await eventually(async () => expect(await inSchema('SELECT member_id FROM left_member')).toHaveLength(1));
  const statements = await inSchema(LIST);

  await watcher.owner.query('TRUNCATE wallet, unlinked_wallet, left_member');
  const restore = 'INSERT INTO wallet SELECT * FROM jsonb_populate_recordset(NULL::wallet, $1)';
  await watcher.owner.query(restore, [links]);
  await watcher.owner.query(restore.replaceAll('wallet', 'unlinked_wallet'), [taken]);
  for (const statement of statements) await inSchema(statement);

  const send = ({ wallet }: { wallet: Keypair }) => watcher.finalDeposit(wallet, LIKE);
  for (const nobodys of [former, leaver].map(send)) await watcher.expectState(nobodys, 'unclaimed');
  for (const owned of [same, back].map(send)) await watcher.expectState(owned, 'credited');
  await watcher.link(later, former.wallet);
  await watcher.link(heir, leaver.wallet);
  await watcher.expectAllCredited();
  const gained = async (member: Member) => (await watcher.gained(member)) / NANO;
  for (const { member } of [former, leaver]) expect(await gained(member)).toBe(0n);
  for (const member of [same.member, back.member, later, heir]) expect(await gained(member)).toBe(LIKE);
});
