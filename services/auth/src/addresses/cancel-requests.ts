import type { Tx } from '@likewell/service-kit/database/database';
import { voidOlderLinks } from '../mail-links/mail-links.js';
import { deleteChange } from './address-changes.queries.js';

/** Time for which a link to a new password is left to whoever asked for it, of the 30 minutes that it is valid. */
const OPENED_WITHIN_MS = 10 * 60_000;

/**
 * Ends the requests that an intruder in a locked member's account or mailbox may have made: a change of
 * address, and a link to a new password unless it was sent just now. An intruder who does this again and
 * again would otherwise void each link before its owner has opened it.
 */
export async function cancelRequests(tx: Tx, memberId: number): Promise<void> {
  await deleteChange(tx, memberId);
  await voidOlderLinks(tx, memberId, 'reset-password', OPENED_WITHIN_MS);
}
