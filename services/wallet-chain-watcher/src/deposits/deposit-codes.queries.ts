import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

const codeRow = z.object({ code: z.string() });

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/** 80 bits: nobody guesses another member's code. */
const LENGTH = 16;

/** Returns a member's deposit code; null when it was never requested. */
export async function findDepositCode(tx: Tx, memberId: number): Promise<string | null> {
  const sql = 'SELECT code FROM deposit_code WHERE member_id = $1';
  return (await queryRow(tx, codeRow, sql, [memberId]))?.code ?? null;
}

/** Returns a member's permanent deposit code; it is made at the first request. */
export async function depositCodeOf(tx: Tx, memberId: number): Promise<string> {
  const known = await findDepositCode(tx, memberId);
  if (known !== null) return known;
  // If another replica has just made one, that one wins.
  const made = await queryRow(
    tx,
    codeRow,
    `INSERT INTO deposit_code (member_id, code) VALUES ($1, $2)
     ON CONFLICT (member_id) DO UPDATE SET code = deposit_code.code RETURNING code`,
    [memberId, newCode()],
  );
  if (!made) throw new Error('a deposit code without a row');
  return made.code;
}

function newCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}
