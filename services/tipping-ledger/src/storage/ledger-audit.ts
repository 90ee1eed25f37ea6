import type { Tx } from '@likewell/service-kit/database/database';
import { checkBalance, Findings } from '../domain/audit.js';
import type { PaceOptions } from '../domain/pace.js';
import { auditJournal, findSharedSince, readHouse } from './audit-journal.js';
import { auditMembers } from './audit-members.js';
import { auditPosts } from './audit-posts.js';
import { CHAIN_NAMES } from './chains.js';

const HOLDERS_POOL = 3;

/**
 * Checks the whole ledger while it works: no lock, and no statement that reads more than a bounded number of rows,
 * however many an account or a post has.
 *
 * All rests on this: whoever sees a number of the journal sees all numbers below it that ever will be. For every
 * writer draws its numbers from one sequence (without a cache) after it has locked `holders_state`, and Postgres
 * shows a commit to new snapshots before it lets go of its locks: who draws a later number has seen every earlier one
 * end, and one that was rolled back is a gap for good. And rows never change. So the sum of the entries up to a
 * number that was seen is final, and a long replay may be made of many statements, each from where the last one ended.
 *
 * A member's balance, its newest lines and the entries themselves change in one commit. The statement that begins a replay
 * reads the balance too, so it sees all or none, and the replay follows the links back from there. A chain goes to
 * lower numbers only and each of its lines is the member's, so no line is in two chains or twice in one; and up to the
 * mark there are as many lines in the chains as in the journal. So each is in its chain once.
 * A post's total is read in the statement that finds its author's tips since the replay began.
 *
 * The house's few accounts are in every transfer. Their balances are read together with the mark, the highest number
 * in the journal, and the journal up to the mark is summed afterwards. Members are read later than the mark. What
 * came after it is taken off again by its number, so that all accounts are summed as of one moment. What epochs owe a
 * member, plus what it was settled since the mark, never falls, and grows by closes alone: over all members it is at
 * most the promises at the mark and what the closes since then have shared.
 */
export async function auditLedger(tx: Tx, options: PaceOptions): Promise<Findings> {
  const findings = new Findings();
  const house = await readHouse(tx);
  const journal = await auditJournal(tx, house.mark, findings, options);
  for (const { id, kind, balance } of house.accounts)
    checkBalance(findings, {
      id: `${id} (${kind})`,
      balance,
      replayed: journal.house.get(String(id)) ?? 0n,
      mayBeBelowZero: kind === 'chain',
    });
  const { heldAtMark, owed, lines } = await auditMembers(tx, house.mark, findings, options);
  for (const chain of CHAIN_NAMES)
    if (lines[chain] !== journal.lines[chain])
      findings.add(
        'links',
        `${chain} lines`,
        `${journal.lines[chain]} up to transfer ${house.mark}, in members' histories ${lines[chain]}`,
      );
  await auditPosts(tx, findings, options);

  const houseTotal = house.accounts.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
  if (houseTotal + heldAtMark !== 0n)
    findings.add('accounts-sum', 'ledger', `the sum of all accounts is ${houseTotal + heldAtMark}`);

  const liability = BigInt(house.liability);
  const pool = BigInt(house.accounts.find(({ id }) => id === HOLDERS_POOL)?.balance ?? 0);
  if (pool < liability) findings.add('pool', 'ledger', `the pool is ${pool}, ${liability} are promised`);
  const unsettled = BigInt(house.shared) - journal.settled;
  if (liability !== unsettled)
    findings.add(
      'liability',
      'ledger',
      `${liability} are promised, ${unsettled} were shared and not settled`,
    );
  const promised = liability + (await findSharedSince(tx, house.epoch));
  if (owed > promised) findings.add('owed', 'ledger', `${promised} are promised, ${owed} are owed`);
  return findings;
}
