import type { Tx } from '@likewell/service-kit/database/database';
import type { WalletMessage } from '../domain/wallet-message.js';

/** A nonce stands for five minutes. */
const NONCE_STANDS = `created_at > now() - interval '5 minutes'`;
/** Long after the time of any message has gone by. */
const REMEMBERED = `signed_in_at > now() - interval '1 day'`;

/** Keeps a nonce that is given out to a browser on this host. */
export async function insertNonce(tx: Tx, nonce: string, host: string): Promise<void> {
  await tx.query('INSERT INTO wallet_nonce (nonce, host) VALUES ($1, $2)', [nonce, host]);
}

/** Takes a nonce away, so that it works once; false when it is unknown, of another host, used or too old. */
export async function takeNonce(
  tx: Tx,
  { nonce, host }: { readonly nonce: string; readonly host: string },
): Promise<boolean> {
  const [, count] = await tx.query<[unknown[], number]>(
    `DELETE FROM wallet_nonce WHERE nonce = $1 AND host = $2 AND ${NONCE_STANDS}`,
    [nonce, host],
  );
  return count > 0;
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
  const rows = await tx.query<unknown[]>(
    `INSERT INTO wallet_message (address, message) SELECT $1, $2
     WHERE $3::timestamptz BETWEEN now() - make_interval(secs => $4) AND now() + make_interval(secs => $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [address, message, time, windowSeconds],
  );
  return rows.length > 0;
}

/** Removes what can no longer make a difference, a bounded number at a time. */
export async function deleteSpentMessages(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM wallet_nonce WHERE nonce = ANY(ARRAY(SELECT nonce FROM wallet_nonce WHERE NOT (${NONCE_STANDS}) LIMIT 5000))`,
  );
  await tx.query(
    `DELETE FROM wallet_message WHERE ctid = ANY(ARRAY(SELECT ctid FROM wallet_message WHERE NOT (${REMEMBERED}) LIMIT 5000))`,
  );
}
