import { walletProved } from '@likewell/contracts/auth/events';
import { creditDeposit } from '@likewell/contracts/tipping-ledger/rpc';
import { eventually } from '@likewell/testing/eventually';
import { inParallel } from '@likewell/testing/in-parallel';
import { buffersOf, explain, settleTables } from '@likewell/testing/plans';
import type { Tx } from '@likewell/service-kit/database/database';
import { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';
import { randomBytes } from 'node:crypto';
import { claimOfLinked } from '../src/deposits/unclaimed-deposits.js';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

const DEPOSITS = 1100;
const MOST_AT_ONCE = 500;
/** More signatures than are looked at in the time in which all deposits of a wallet are to be claimed. */
const BACKLOG = 20_000;
const EACH_NANO = 1000n;
/** Time for 1,100 claims, one after the other in the ledger, at 50 ms each on a busy machine. */
const CLAIMS_MS = 100_000;

let watcher: WatcherUnderTest;
let member: Member;
let wallet: Keypair;

beforeEach(async () => {
  watcher = await WatcherUnderTest.start();
  [member, wallet] = [await watcher.newMember(), Keypair.generate()];
});
afterEach(async () => {
  await watcher.stop();
});

const address = () => wallet.publicKey.toBase58();

/** Creates deposits of the wallet that the watcher and the ledger keep as unclaimed. */
async function leaveUnclaimed(count: number): Promise<void> {
  const signatures = Array.from({ length: count }, () => randomBytes(64));
  await inParallel(signatures, 20, async (signature) => {
    const deposit = { signature: bs58.encode(signature), memberId: null, amountNano: EACH_NANO };
    await watcher.bus.call(creditDeposit, deposit);
  });
  await watcher.owner.query(
    `INSERT INTO deposit (signature, slot, state, amount, sources, settled_at)
     SELECT signature, 1, 'unclaimed', $2, ARRAY[$3], now() FROM unnest($1::bytea[]) AS signature`,
    [signatures, EACH_NANO.toString(), address()],
  );
}

const links = {
  'is linked': async () => void (await watcher.link(member, wallet)),
  'a member signs in with': () => watcher.bus.tell(walletProved, { memberId: member.id, address: address() }),
};

it.each(Object.entries(links))(
  'what a wallet that %s had sent is claimed by parts',
  async (_, link) => {
    await leaveUnclaimed(DEPOSITS);
    // Keeps each row in the state in which its claim has left it.
    await watcher.switchDeposits('pause');
    await link();
    await eventually(async () => expect(await watcher.states()).toEqual({ claiming: DEPOSITS }));
    const { rows } = await watcher.owner.query<{ most: number }>(
      'SELECT max(rows)::integer AS most FROM (SELECT count(*) AS rows FROM deposit GROUP BY xmin::text) AS written',
    );
    expect(rows).toEqual([{ most: MOST_AT_ONCE }]);
    await watcher.switchDeposits('resume');
    await eventually(async () => expect(await watcher.states()).toEqual({ claimed: DEPOSITS }), CLAIMS_MS);
    expect(await watcher.gained(member)).toBe(BigInt(DEPOSITS) * EACH_NANO);
    expect(await watcher.ledger.systemBalance('unclaimed')).toBe(0n);
  },
  3 * CLAIMS_MS,
);

it('what a linked wallet had sent is claimed to the last one while a backlog of the chain lasts', async () => {
  const more = 2 * MOST_AT_ONCE;
  await leaveUnclaimed(more);
  await watcher.switchDeposits('pause');
  await watcher.owner.query(
    `INSERT INTO deposit (signature, slot, state) SELECT signature, 1, 'seen' FROM unnest($1::bytea[]) AS signature`,
    [Array.from({ length: BACKLOG }, () => randomBytes(64))],
  );
  await watcher.link(member, wallet);
  await eventually(async () => expect(await watcher.states()).toMatchObject({ claiming: more }));
  const { rows } = await watcher.owner.query(
    `SELECT count(*) > 1000 AS lasts FROM deposit WHERE state = 'seen' AND attempts = 0`,
  );
  expect(rows).toEqual([{ lasts: true }]);
});

it('a link reads a few pages, whatever stays unclaimed of what the wallet had sent', async () => {
  const other = await watcher.newMember();
  await watcher.owner.query(
    `INSERT INTO deposit (signature, slot, state, amount, sources, codes, created_at, settled_at)
     SELECT signature, 1, 'unclaimed', $2, ARRAY[$3], (SELECT array_agg(code) FROM deposit_code WHERE member_id = ANY ($4)),
       now() - interval '1 second' * position, now()
     FROM unnest($1::bytea[]) WITH ORDINALITY AS sent (signature, position)`,
    [
      Array.from({ length: BACKLOG }, () => randomBytes(64)),
      EACH_NANO.toString(),
      address(),
      [member.id, other.id],
    ],
  );
  await watcher.own(member, wallet);
  const { schema } = watcher.service;
  await settleTables(schema, ['deposit']);
  let read = 0;
  const counting = {
    query: async (sql: string, parameters: unknown[]) => {
      const { Plan } = await explain(schema, (tx) => tx.query(sql, parameters));
      read += buffersOf(Plan);
      return [];
    },
  } as unknown as Tx;
  await claimOfLinked(counting, member.id, address());
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(20);
});
