import type { Tx } from '@likewell/service-kit/database/database';
import { returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { NO_ADDRESS, spentMessageHash } from './spent-message.js';
import type { WalletMessage } from './wallet-message.js';

/** Condition of a valid nonce: it is at most five minutes old. */
const NONCE_IS_ALIVE = `created_at > now() - interval '5 minutes'`;
/** Condition of a remembered message; much longer than any message is valid. */
const IS_REMEMBERED = `signed_in_at > now() - interval '1 day'`;

/**
 * Takes and deletes a nonce, so that it works once; returns false if it is unknown, used, expired, or belongs
 * to another host.
 */
export function takeNonce(
  tx: Tx,
  { nonce, host }: { readonly nonce: string; readonly host: string },
): Promise<boolean> {
  const sql = `DELETE FROM wallet_nonce WHERE nonce = $1 AND host = $2 AND ${NONCE_IS_ALIVE} RETURNING 1`;
  return returnsRow(tx, sql, [nonce, host]);
}

/**
 * Records that a wallet signed in with this message; returns false if it did so before, also as the wallet of
 * a member who was deleted meanwhile, or if the message's time differs too much from the database's. The
 * signature does not matter: another signature of the same message proves nothing new.
 */
export async function spendMessage(
  tx: Tx,
  address: string,
  message: string,
  { time, windowSeconds }: WalletMessage,
): Promise<boolean> {
  const isNew = await returnsRow(
    tx,
    `INSERT INTO wallet_message (address, message) SELECT $1, $2
     WHERE $3::timestamptz BETWEEN now() - make_interval(secs => $4) AND now() + make_interval(secs => $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [address, message, time, windowSeconds],
  );
  return isNew && !(await wasSpentByDeleted(tx, address, message));
}

/** A statement of its own, which also sees a deletion that the one before it has waited for. */
function wasSpentByDeleted(tx: Tx, address: string, message: string): Promise<boolean> {
  return returnsRow(
    tx,
    `SELECT FROM wallet_message
     WHERE address = $1 AND message = ${spentMessageHash('$2::text', '$3::text')}`,
    [NO_ADDRESS, address, message],
  );
}

export const deleteOldNonces = oldRows('wallet_nonce', `NOT (${NONCE_IS_ALIVE})`);

export const deleteSpentMessages = oldRows('wallet_message', `NOT (${IS_REMEMBERED})`);
