import { z } from 'zod';
import { defineBroadcast } from '../core/define-broadcast.js';
import { tokenHash } from './token-hash.js';

/**
 * Sessions have ended, whatever a cache says of them. Sent when they end, and again each second as long as
 * the cache could not be updated: a gateway that cannot receive it is cut off from all services, and can do
 * nothing for a holder of such a session.
 */
export const sessionsEnded = defineBroadcast({
  subject: 'broadcast.auth.sessions-ended',
  listeners: ['gateway'],
  data: z.object({ tokenHashes: z.array(tokenHash) }),
});
