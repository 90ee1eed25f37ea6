import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureHex } from '../src/solana/signature.js';
import { WatcherUnderTest } from './watcher-under-test.js';

const RUNBOOK = join(import.meta.dirname, '../../../monitoring/runbook.md');
/** The runbook's statements for one deposit: to tell the ledger again, and to claim it again. */
const [TELL = '', CLAIM = ''] = [
  ...readFileSync(RUNBOOK, 'utf8').matchAll(/`(UPDATE deposit SET [^`]*)`/g),
].map(([, statement]) => statement ?? '');
/** Takes a movement out of the ledger, as a restore of an earlier time does. */
const FORGET = `
  WITH gone AS (DELETE FROM movement WHERE idem_key = $1 RETURNING *)
  UPDATE account SET balance = balance + CASE id WHEN from_id THEN gone.amount ELSE -gone.amount END
  FROM gone WHERE id IN (from_id, to_id)`;

let watcher: WatcherUnderTest;
beforeAll(async () => {
  watcher = await WatcherUnderTest.start();
});
afterAll(() => watcher.stop());

const repair = (statement: string, signature: string) =>
  watcher.owner.query(statement.replace('<hex>', signatureHex(signature)));
const forget = (kind: 'deposit' | 'claim', signature: string) =>
  watcher.ledger.schema.owner.query(FORGET, [`${kind}:${signature}`]);
/** Where the ledger has the deposit: each movement by its kind, with who received it. */
async function booked(signature: string): Promise<unknown[]> {
  const { rows } = await watcher.ledger.schema.owner.query(
    'SELECT kind, to_id::integer AS "to" FROM movement WHERE idem_key LIKE $1 ORDER BY seq',
    [`%:${signature}`],
  );
  return rows;
}

it('a deposit that the ledger lacks is booked again by the runbook, in each state of the watcher', async () => {
  const [member, stranger, claimant] = [
    await watcher.newMember(),
    watcher.newWallet(),
    await watcher.newMember(),
  ];
  const wallet = watcher.newWallet();
  const credited = watcher.finalDeposit(wallet, 1n, member.memo);
  const unclaimed = watcher.finalDeposit(stranger, 2n);
  const claimed = watcher.finalDeposit(wallet, 3n);
  const claimedOnce = watcher.finalDeposit(wallet, 4n);
  await watcher.expectAllCredited();
  await watcher.claim(claimant, wallet);
  await watcher.expectAllCredited();
  expect(await watcher.states()).toEqual({ credited: 1, unclaimed: 1, claimed: 2 });

  for (const signature of [credited, unclaimed]) await forget('deposit', signature);
  for (const kind of ['claim', 'deposit'] as const) await forget(kind, claimed);
  await forget('claim', claimedOnce);
  for (const signature of [credited, unclaimed, claimed]) await repair(TELL, signature);
  await repair(CLAIM, claimedOnce);

  await watcher.expectAllCredited();
  expect(await watcher.states()).toEqual({ credited: 2, unclaimed: 1, claimed: 1 });
  expect(await booked(credited)).toEqual([{ kind: 'deposit', to: member.id }]);
  expect(await booked(unclaimed)).toEqual([{ kind: 'deposit', to: 5 }]);
  expect(await booked(claimed)).toEqual([{ kind: 'deposit', to: claimant.id }]);
  expect(await booked(claimedOnce)).toEqual([
    { kind: 'deposit', to: 5 },
    { kind: 'claim', to: claimant.id },
  ]);
});
