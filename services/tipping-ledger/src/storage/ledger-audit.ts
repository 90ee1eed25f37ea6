import type { Tx } from '@likewell/service-kit/database/database';
import { Findings } from '../domain/audit.js';
import { Pace, type PaceOptions } from '../domain/pace.js';
import {
  findSharedSince,
  readHouse,
  readJournal,
  readMembers,
  readPosts,
  type HouseAtMark,
} from './audit-chunks.js';

const HOLDERS_POOL = 3;
const LAST_HOUSE_ID = '999';

/**
 * Checks the whole ledger while it works: no lock, and no snapshot longer than one chunk.
 *
 * A member's balance and its entries change in one commit, so one statement that compares them sees both
 * or neither. The house's few accounts have too many entries for that. Their balances are read together
 * with the mark, the highest number in the journal, and the journal up to the mark is summed afterwards.
 * That is sound because every writer draws its numbers from one sequence (without a cache) after it has
 * locked `holders_state`, and Postgres shows a commit to new snapshots before it lets go of its locks: who
 * draws a later number has seen every earlier one end. So whoever sees the number of the mark sees all
 * numbers below it that ever will be, since one that was rolled back is a gap for good; and rows never change.
 *
 * Members are read later than the mark. What came after it is taken off again by its number, so that all
 * accounts are summed as of one moment. What epochs owe a member, plus what it was settled since the mark, never
 * falls, and grows by closes alone: over all members it is at most the promises at the mark and what the closes
 * since then have shared.
 */
export async function auditLedger(tx: Tx, options: PaceOptions): Promise<Findings> {
  const findings = new Findings();
  const house = await readHouse(tx);
  const settled = await auditJournal(tx, house, findings, options);
  const { heldAtMark, owed } = await auditMembers(tx, house, findings, options);
  await auditPosts(tx, findings, options);

  const houseTotal = house.accounts.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
  if (houseTotal + heldAtMark !== 0n)
    findings.add('accounts-sum', 'ledger', `the sum of all accounts is ${houseTotal + heldAtMark}`);

  const liability = BigInt(house.liability);
  const pool = BigInt(house.accounts.find(({ id }) => id === HOLDERS_POOL)?.balance ?? 0);
  if (pool < liability) findings.add('pool', 'ledger', `the pool is ${pool}, ${liability} are promised`);
  const unsettled = BigInt(house.shared) - settled;
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

/** Replays the journal up to the mark; answers what it settled. */
async function auditJournal(
  tx: Tx,
  { mark, accounts }: HouseAtMark,
  findings: Findings,
  options: PaceOptions,
): Promise<bigint> {
  const pace = new Pace(options);
  const replayed = new Map<string, bigint>();
  const last = BigInt(mark);
  let settled = 0n;
  for (let after = 0n; after < last;) {
    const chunk = await pace.chunk(async (size) => {
      const upTo = after + BigInt(size) < last ? after + BigInt(size) : last;
      const found = await readJournal(tx, after, upTo);
      after = upTo;
      return found;
    });
    settled += BigInt(chunk.settled);
    for (const [id, amount] of Object.entries(chunk.house ?? {}))
      replayed.set(id, (replayed.get(id) ?? 0n) + BigInt(amount));
    for (const seq of chunk.uneven ?? [])
      findings.add('transfer-sum', `transfer ${seq}`, 'its entries do not sum to zero');
    for (const id of chunk.unknown_accounts ?? [])
      findings.add(
        'unknown-account',
        `account ${id}`,
        `has entries up to transfer ${after} and does not exist`,
      );
    for (const id of chunk.unknown_posts ?? [])
      findings.add('likes-sum', `post ${id}`, `has tips up to transfer ${after} and no total`);
  }
  for (const { id, kind, balance } of accounts) {
    const sum = replayed.get(String(id)) ?? 0n;
    checkBalance(findings, { id: `${id} (${kind})`, balance, replayed: String(sum) }, kind !== 'chain');
  }
  return settled;
}

/** Compares each member's balance with its entries; answers the sums of all. */
async function auditMembers(
  tx: Tx,
  { mark }: HouseAtMark,
  findings: Findings,
  options: PaceOptions,
): Promise<{ heldAtMark: bigint; owed: bigint }> {
  const pace = new Pace(options);
  let heldAtMark = 0n;
  let owed = 0n;
  for (let after: string | null = LAST_HOUSE_ID; after !== null;) {
    const from: string = after;
    const chunk = await pace.chunk((size) => readMembers(tx, from, size, mark));
    heldAtMark += BigInt(chunk.held_at_mark);
    owed += BigInt(chunk.owed_since_mark);
    for (const wrong of chunk.wrong ?? []) checkBalance(findings, wrong, true);
    after = chunk.last_id;
  }
  return { heldAtMark, owed };
}

async function auditPosts(tx: Tx, findings: Findings, options: PaceOptions): Promise<void> {
  const pace = new Pace(options);
  for (let after: string | null = '0'; after !== null;) {
    const from: string = after;
    const chunk = await pace.chunk((size) => readPosts(tx, from, size));
    for (const { id, total, tips } of chunk.wrong ?? [])
      findings.add('likes-sum', `post ${id}`, `its total is ${total}, its tips are ${tips}`);
    after = chunk.last_id;
  }
}

function checkBalance(
  findings: Findings,
  { id, balance, replayed }: { id: string; balance: string; replayed: string },
  staysAboveZero: boolean,
): void {
  if (balance !== replayed)
    findings.add('balance', `account ${id}`, `its balance is ${balance}, its entries make ${replayed}`);
  if (staysAboveZero && BigInt(balance) < 0n)
    findings.add('below-zero', `account ${id}`, `it holds ${balance}`);
}
