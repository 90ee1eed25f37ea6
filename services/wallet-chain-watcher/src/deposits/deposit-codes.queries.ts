import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue } from '@likewell/service-kit/database/query-rows';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/** 80 bits: nobody guesses another member's code. */
const LENGTH = 16;

/** Returns a member's deposit code; null when it was never requested. */
export function findDepositCode(tx: Tx, memberId: number): Promise<string | null> {
  const sql = 'SELECT code FROM deposit_code WHERE member_id = $1';
  return queryValue(tx, z.string(), sql, [memberId]);
}

/** Returns a member's permanent deposit code; it is made at the first request. */
export async function depositCodeOf(tx: Tx, memberId: number): Promise<string> {
  const known = await findDepositCode(tx, memberId);
  if (known !== null) return known;
  // If another replica has just made one, that one wins.
  const code = await queryValue(
    tx,
    z.string(),
    `INSERT INTO deposit_code (member_id, code) VALUES ($1, $2)
     ON CONFLICT (member_id) DO UPDATE SET code = deposit_code.code RETURNING code`,
    [memberId, newCode()],
  );
  if (code === null) throw new Error('a deposit code without a row');
  return code;
}

function newCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}
