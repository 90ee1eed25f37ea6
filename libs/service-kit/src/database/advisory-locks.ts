import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { Tx } from './database.js';
import { queryValue } from './query-rows.js';

/** Purposes of advisory locks; each lock is held at most once per schema. */
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

const ASK_EVERY_MS = 250;

/**
 * Returns the SQL of an advisory lock's key: 64 bits of a hash of `schema:purpose`. All keys are made here,
 * so that two purposes never share one.
 */
export function lockKey(purpose: LockPurpose): string {
  return `hashtextextended(concat(current_schema(), ':${purpose}'), 0)`;
}

/** Waits for a lock and holds it until the transaction ends. Holders of a shared lock exclude only exclusive ones. */
export async function lock(
  tx: Tx,
  purpose: LockPurpose,
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  const take = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await tx.query(`SELECT ${take}(${lockKey(purpose)})`);
}

/** Takes a lock until the transaction ends, or returns false when another transaction holds it. */
export async function tryLock(tx: Tx, purpose: LockPurpose): Promise<boolean> {
  const taken = await queryValue(
    tx,
    z.boolean(),
    `SELECT pg_try_advisory_xact_lock(${lockKey(purpose)}) AS taken`,
  );
  return taken ?? false;
}

/**
 * Waits for a lock and holds it until the connection ends. It asks again and again: a statement that waited would
 * hold a snapshot, and an index that the holder builds concurrently waits for all older ones.
 */
export async function lockConnection(client: ClientBase, purpose: LockPurpose): Promise<void> {
  const ask = `SELECT WHERE pg_try_advisory_lock(${lockKey(purpose)})`;
  while ((await client.query(ask)).rowCount === 0) await sleep(ASK_EVERY_MS);
}
