import { listedMethod, type ListedMethod } from '@likewell/contracts/auth/sign-in-methods-rpc';
import { int8Id, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows, returnsRow } from '@likewell/service-kit/database/query-rows';

const methodRow = listedMethod.extend({ id: int8Id, createdAt: isoTime });

/** The columns for {@link methodRow}. */
const COLUMNS = `id, provider, CASE provider WHEN 'wallet' THEN subject END AS address, created_at AS "createdAt"`;

/** Returns a member's sign-in methods, oldest first. */
export function findMethods(tx: Tx, memberId: number): Promise<ListedMethod[]> {
  return queryRows(
    tx,
    methodRow,
    `SELECT ${COLUMNS} FROM identity WHERE member_id = $1 ORDER BY created_at, id`,
    [memberId],
  );
}

/** An identity to add. */
export interface NewIdentity {
  readonly provider: ListedMethod['provider'];
  readonly subject: string;
  /** Only for a password. */
  readonly passwordHash?: string;
}

/** Adds a method to a member; null if they or somebody else already has it. */
export function insertMethod(
  tx: Tx,
  memberId: number,
  { provider, subject, passwordHash }: NewIdentity,
): Promise<ListedMethod | null> {
  return queryRow(
    tx,
    methodRow,
    `INSERT INTO identity (provider, subject, member_id, password_hash) VALUES ($1, $2, $3, $4)
     ON CONFLICT (provider, subject) DO NOTHING RETURNING ${COLUMNS}`,
    [provider, subject, memberId, passwordHash ?? null],
  );
}

/** Removes a method; returns false if the member has no such method. */
export function deleteMethod(
  tx: Tx,
  memberId: number,
  { provider, id }: { readonly provider: string; readonly id: number },
): Promise<boolean> {
  const sql = 'DELETE FROM identity WHERE id = $3 AND provider = $2 AND member_id = $1 RETURNING 1';
  return returnsRow(tx, sql, [memberId, provider, id]);
}
