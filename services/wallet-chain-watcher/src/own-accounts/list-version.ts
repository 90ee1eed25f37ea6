import type { Database, Tx } from '@likewell/service-kit/database/database';
import { queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Returns true when the list of our accounts is at this version, and keeps it there until the transaction ends. */
export async function lockVersion(tx: Tx, version: number): Promise<boolean> {
  return (await queryValue(tx, z.int(), 'SELECT version FROM own_accounts FOR SHARE')) === version;
}

/** Prevents others from changing the list, and from storing verdicts, until the transaction ends. */
export async function lockList(tx: Tx): Promise<void> {
  await tx.query('SELECT FROM own_accounts FOR UPDATE');
}

/** Does the work in a transaction of its own in which the list is locked. */
export function changeList<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await lockList(tx);
    return work(tx);
  });
}

/** Raises the version after a change of the list. The list must be locked. */
export async function raiseVersion(tx: Tx): Promise<void> {
  await tx.query('UPDATE own_accounts SET version = version + 1');
}
