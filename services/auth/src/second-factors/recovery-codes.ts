import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Returns the number of recovery codes that a member has left. */
export async function countRecoveryCodes(tx: Tx, memberId: number): Promise<number> {
  const sql = 'SELECT count(*)::integer AS count FROM recovery_code WHERE member_id = $1';
  return (await queryValue(tx, z.int(), sql, [memberId])) ?? 0;
}

/** Replaces a member's codes by new ones, given by their hashes in hex. */
export async function replaceRecoveryCodes(
  tx: Tx,
  memberId: number,
  hashes: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM recovery_code WHERE member_id = $1', [memberId]);
  await tx.query(
    `INSERT INTO recovery_code (member_id, code_hash) SELECT $1, decode(hash, 'hex') FROM unnest($2::text[]) AS hash`,
    [memberId, hashes],
  );
}

/** Takes and deletes a recovery code, so that it works once; returns false if it is not valid. */
export function takeRecoveryCode(tx: Tx, memberId: number, codeHash: string): Promise<boolean> {
  const sql = `DELETE FROM recovery_code WHERE member_id = $1 AND code_hash = decode($2, 'hex') RETURNING 1`;
  return returnsRow(tx, sql, [memberId, codeHash]);
}
