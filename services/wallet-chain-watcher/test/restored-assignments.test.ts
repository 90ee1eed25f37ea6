import { operatorRules } from '@likewell/service-kit/process/operator-arguments';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { assignDeposit } from '../src/cli/assign-deposit-command.js';
import { signatureHex } from '../src/solana/signature.js';
import { WatcherUnderTest } from './watcher-under-test.js';

const LIST = join(import.meta.dirname, '../db/before-restore/assigned-deposits.sql');
const listed = z.array(
  z.object({ tx: z.string(), member_id: z.string(), by: z.string(), why: z.string() }).strict(),
);
const LIKE = 1_000_000n;
const NANO = 1000n;

let watcher: WatcherUnderTest;
beforeAll(async () => {
  watcher = await WatcherUnderTest.start();
});
afterAll(() => watcher.stop());

const assign = (tx: string, memberId: number | string, by: string, why: string) =>
  watcher.operate(
    (database, given) =>
      assignDeposit({ database, rpc: watcher.bus, rules: operatorRules('production') }, given),
    ...[`tx=${tx}`, `user=member_${memberId}`, `by=${by}`, `why=${why}`],
  );
/** Sends a deposit that nobody owns. */
async function newUnclaimed(): Promise<string> {
  const signature = watcher.finalDeposit(watcher.newWallet(), 5n * LIKE);
  await watcher.expectState(signature, 'unclaimed');
  return signature;
}

it('after a restore deposits that were assigned since are assigned once more by the list of the old database', async () => {
  const member = await watcher.newMember();
  const [before, since] = [await newUnclaimed(), await newUnclaimed()];
  await assign(before, member.id, 'anna', 'before');
  await watcher.expectState(before, 'claimed');
  const { rows } = await watcher.owner.query<{ now: string }>(`SELECT now()::text AS now`);
  // Meanwhile the ledger is told nothing, as it goes back too.
  await watcher.switchDeposits('pause');
  await assign(since, member.id, 'bert', "Shown by Anna's call");
  const query = readFileSync(LIST, 'utf8').replaceAll('wallet_chain_watcher.', '');
  const list = await watcher.owner.query(query.replace(":'since'", `'${rows[0]?.now ?? ''}'`));

  await watcher.owner.query(
    `UPDATE deposit SET state = 'unclaimed', member_id = NULL WHERE signature = decode($1, 'hex')`,
    [signatureHex(since)],
  );
  await watcher.owner.query(`DELETE FROM deposit_assignment WHERE operator = 'bert'`);
  await watcher.switchDeposits('resume');
  for (const { tx, member_id: id, by, why } of listed.parse(list.rows)) await assign(tx, id, by, why);

  await watcher.expectAllCredited();
  expect(list.rowCount).toBe(1);
  expect(await watcher.gained(member)).toBe(10n * LIKE * NANO);
  const kept = await watcher.owner.query('SELECT operator, reason FROM deposit_assignment ORDER BY id');
  expect(kept.rows).toEqual([
    { operator: 'anna', reason: 'before' },
    { operator: 'bert', reason: "Shown by Anna's call" },
  ]);
});
