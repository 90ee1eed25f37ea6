import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { WalletMessage } from './wallet-message.js';

/** A nonce works for five minutes. */
const NONCE_IS_ALIVE = `created_at > now() - interval '5 minutes'`;
/** Long after the time of any message has gone by. */
const IS_REMEMBERED = `signed_in_at > now() - interval '1 day'`;

/** Takes a nonce away, so that it works once; false when it is unknown, of another host, used or too old. */
export async function takeNonce(
  tx: Tx,
  { nonce, host }: { readonly nonce: string; readonly host: string },
): Promise<boolean> {
  const taken = await queryRow(
    tx,
    z.object({}),
    `WITH taken AS (DELETE FROM wallet_nonce WHERE nonce = $1 AND host = $2 AND ${NONCE_IS_ALIVE} RETURNING nonce)
     SELECT FROM taken`,
    [nonce, host],
  );
  return taken !== null;
}

/**
 * Remembers that a wallet signed in with this message; false when it did before, or when the message's time is too
 * far from the database's. The signature plays no part: another one of the same message proves nothing new.
 */
export async function spendMessage(
  tx: Tx,
  address: string,
  message: string,
  { time, windowSeconds }: WalletMessage,
): Promise<boolean> {
  const spent = await queryRow(
    tx,
    z.object({}),
    `INSERT INTO wallet_message (address, message) SELECT $1, $2
     WHERE $3::timestamptz BETWEEN now() - make_interval(secs => $4) AND now() + make_interval(secs => $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [address, message, time, windowSeconds],
  );
  return spent !== null;
}

/** Removes what can no longer make a difference, a bounded number at a time. */
export async function deleteSpentMessages(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM wallet_nonce WHERE nonce = ANY(ARRAY(SELECT nonce FROM wallet_nonce WHERE NOT (${NONCE_IS_ALIVE}) LIMIT 5000))`,
  );
  await tx.query(
    `DELETE FROM wallet_message WHERE ctid = ANY(ARRAY(SELECT ctid FROM wallet_message WHERE NOT (${IS_REMEMBERED}) LIMIT 5000))`,
  );
}
