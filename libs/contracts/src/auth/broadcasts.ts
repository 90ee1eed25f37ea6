import { z } from 'zod';
import { defineBroadcast } from '../core/define-broadcast.js';
import { tokenHash } from './token-hash.js';

/**
 * Sessions are over, whatever a cache says of them. Said when they end, and again each second for as long as the cache could not
 * be told: a gateway that does not hear it hears nobody else either, and can do nothing for whoever has such a session.
 */
export const sessionsEnded = defineBroadcast({
  subject: 'broadcast.auth.sessions-ended',
  listeners: ['gateway'],
  data: z.object({ tokenHashes: z.array(tokenHash) }),
});
