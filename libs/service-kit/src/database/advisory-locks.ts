import { z } from 'zod';
import type { Tx } from './database.js';
import { queryRow } from './query-rows.js';

const takenRow = z.object({ taken: z.boolean() });

/** Whatever is locked by a name of its own, each at most once a schema. */
export const LOCK_PURPOSES = [
  'provision',
  'migrate',
  'outbox-relay',
  'event-cleaning',
  'wallet-links',
  'giveaway-demo',
  'ledger-audit',
] as const;
export type LockPurpose = (typeof LOCK_PURPOSES)[number];

/**
 * What the version before calls a lock that both must respect while one replaces the other, in the key space of two
 * integers, which never meets ours of one.
 */
const FORMER_KEYS: Partial<Record<LockPurpose, number>> = { 'wallet-links': 7_263_560 };

/**
 * The SQL of an advisory lock's key: 64 bits of a hash of `schema:purpose`. All keys are made here, so that those of two
 * purposes cannot meet.
 */
export function lockKey(purpose: LockPurpose): string {
  return `hashtextextended(concat(current_schema(), ':${purpose}'), 0)`;
}

/** Waits for a lock and has it until the transaction ends; those who share it keep only the others away. */
export async function lock(
  tx: Tx,
  purpose: LockPurpose,
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  const take = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  const former = FORMER_KEYS[purpose];
  await tx.query(`SELECT ${take}(${lockKey(purpose)})`);
  if (former !== undefined) await tx.query(`SELECT ${take}(${former}, hashtext(current_schema()))`);
}

/** Has a lock until the transaction ends, or answers false where another one has it. */
export async function tryLock(tx: Tx, purpose: LockPurpose): Promise<boolean> {
  const row = await queryRow(tx, takenRow, `SELECT pg_try_advisory_xact_lock(${lockKey(purpose)}) AS taken`);
  return row?.taken ?? false;
}

/** Waits for a lock and has it until the connection ends. */
export async function lockConnection(
  connection: { query(sql: string): Promise<unknown> },
  purpose: LockPurpose,
): Promise<void> {
  await connection.query(`SELECT pg_advisory_lock(${lockKey(purpose)})`);
}
