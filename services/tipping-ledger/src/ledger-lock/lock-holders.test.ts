import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockHolder } from './ledger-lock.js';

const FUNCTIONS = join(import.meta.dirname, '../../db/functions');
/** The functions that calls and jobs run, with their label in the metrics of the lock. */
const MEASURED: Record<string, LockHolder> = {
  claim_deposit: 'claim-deposit',
  close_epoch_when_due: 'close-epoch',
  credit_deposit: 'credit-deposit',
  open_account: 'open-account',
  pay_owed_bonuses: 'pay-owed-bonuses',
  settle_tips: 'settle-tips',
};
/** Those of an event or of operators, which no metric shows: the runbook, ADR 0005 and `LedgerLock` say so. */
const NOT_MEASURED = ['close_account', 'close_epoch', 'refill_treasury'];

it('each function that takes the one lock is a holder in its metrics, or known to be none', () => {
  const takesLock = (file: string) =>
    /\block_ledger\(\)|\bholders_state FOR UPDATE/.test(
      readFileSync(join(FUNCTIONS, file), 'utf8').replaceAll(/--.*/g, ''),
    );
  const takers = readdirSync(FUNCTIONS)
    .filter((file) => file !== 'lock_ledger.sql' && takesLock(file))
    .map((file) => file.replace('.sql', ''));
  expect(takers.sort()).toEqual([...Object.keys(MEASURED), ...NOT_MEASURED].sort());
});
