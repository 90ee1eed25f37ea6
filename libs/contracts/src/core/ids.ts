import { z } from 'zod';

/** Members' ids start here; the ledger's system accounts live below. */
export const FIRST_MEMBER_ID = 1000;

/** A row's identity: an int8 in Postgres that stays within the safe integers. */
export const id = z.int().positive();

/** A member's id, which is also the id of the member's ledger account. */
export const memberId = z.int().min(FIRST_MEMBER_ID);

/** Any version of a UUID, in lower case. */
export const uuid = z.guid().toLowerCase();

/**
 * Converts an int8 that Postgres sent as text to a number.
 * @throws RangeError when the value is not a safe integer: a wrong id must never be taken for a close one
 */
export function idFromInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no id`);
  return value;
}
