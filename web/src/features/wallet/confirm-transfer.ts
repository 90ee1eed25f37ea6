import type { Connection, SignatureStatus } from '@solana/web3.js';

const POLL_MS = 500;
/** A transfer that was lost is sent again, at every fourth poll; the chain counts it once. */
const RESEND_EVERY = 4;
/** 150 blocks for which a transfer is valid, and 32 until the last one is final: some 40 to 110 s. */
const GIVE_UP_AFTER_MS = 150_000;

/**
 * Waits until the chain has confirmed a transfer, and sends it again meanwhile. A chain that can no longer be
 * reached is no failure: the server checks it by itself. @throws Error when the chain rejected it, or did not
 * include it in a block in time
 */
export async function confirmTransfer(
  connection: Connection,
  signature: string,
  lastValidBlockHeight: number,
  signed: Uint8Array | null,
): Promise<void> {
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  let isTooLate = false;
  for (let look = 1; Date.now() < giveUpAt; look += 1) {
    const status = await statusOf(connection, signature, isTooLate);
    if (isConfirmed(status)) {
      if (status.err) throw new Error('Solana refused the transfer. Your LIKE stays in your wallet.');
      return;
    }
    // Evaluated before the last status, so that one more look follows the end.
    if (status === null && isTooLate) {
      throw new Error('Solana did not take the transfer in time. Your LIKE stays in your wallet.');
    }
    if (status === null) isTooLate = await isPast(connection, lastValidBlockHeight);
    if (signed && look % RESEND_EVERY === 0) await resend(connection, signed);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * Returns null when the chain does not know the transfer, undefined when it does not respond. `inHistory` searches
 * beyond the last minutes: a page that could not ask for as long must not take what is older for lost.
 */
async function statusOf(
  connection: Connection,
  signature: string,
  inHistory: boolean,
): Promise<SignatureStatus | null | undefined> {
  try {
    const options = { searchTransactionHistory: inHistory };
    const { value } = await connection.getSignatureStatuses([signature], options);
    return value[0] ?? null;
  } catch {
    return undefined;
  }
}

/** Before that a failure may be one of a fork: in another block the transfer may still succeed. */
const isConfirmed = (status: SignatureStatus | null | undefined): status is SignatureStatus =>
  status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized';

/** Asks for final blocks: another node, which tells the status, may be behind the newest ones of this one. */
async function isPast(connection: Connection, blockHeight: number): Promise<boolean> {
  const now = await connection.getBlockHeight('finalized').catch(() => 0);
  return now > blockHeight;
}

const resend = (connection: Connection, signed: Uint8Array) =>
  connection.sendRawTransaction(signed, { skipPreflight: true, maxRetries: 0 }).catch(() => undefined);
