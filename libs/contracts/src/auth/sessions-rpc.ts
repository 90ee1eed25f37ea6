import { z } from 'zod';
import { defineRpc } from '../core/define-rpc.js';
import { id, memberId } from '../core/ids.js';
import { memberRole } from '../core/member-role.js';
import { positiveNano } from '../core/money-schema.js';
import { authErrors } from './errors.js';
import { requestOrigin } from './origin.js';
import { signInMethod } from './security-events.js';
import { requestingHash, tokenHash } from './token-hash.js';

/** Returns a session's member with their role, or null if the session is known to be invalid. */
export const getSession = defineRpc({
  subject: 'rpc.auth.get-session',
  input: z.object({ tokenHash }),
  output: z.object({
    memberId: memberId.nullable(),
    role: memberRole,
    /** Amount above which a tip needs a confirmation; absent if the member set none. */
    tipLimitNano: positiveNano.optional(),
  }),
});

export const MAX_SESSIONS_ASKED = 100;

/** Does {@link getSession} for several sessions, and returns them in the order of their hashes. */
export const getSessions = defineRpc({
  subject: 'rpc.auth.get-sessions',
  input: z.object({ tokenHashes: z.array(tokenHash).min(1).max(MAX_SESSIONS_ASKED) }),
  output: z.object({ sessions: z.array(getSession.output) }),
});

/** Revokes one session. Ending an unknown session is no error. */
export const endSession = defineRpc({
  subject: 'rpc.auth.end-session',
  input: z.object({ tokenHash, origin: requestOrigin }),
  output: z.object({}),
});

/** A session of a member, as shown to them. */
export const listedSession = z.object({
  id,
  /** Kind of browser, such as `firefox on linux`; null if that is not known. */
  device: z.string().nullable(),
  method: signInMethod.nullable(),
  createdAt: z.iso.datetime(),
  /** Rounded to the hour. */
  lastUsedAt: z.iso.datetime(),
  /** True for the session that makes the request. */
  isThis: z.boolean(),
  /** True if it began in the network that reads the list; null if that is not known. */
  isThisNetwork: z.boolean().nullable(),
});

export type ListedSession = z.output<typeof listedSession>;

/** Lists a member's sessions, at most a hundred: the requesting one, then the most recently used. */
export const listSessions = defineRpc({
  subject: 'rpc.auth.list-sessions',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash, origin: requestOrigin }),
  output: z.object({ items: z.array(listedSession) }),
});

/**
 * Ends one session of a member, on any device, and the requests by mail that somebody in it may have made: a
 * change of address, and a link to a new password that is older than ten minutes.
 */
export const endListedSession = defineRpc({
  subject: 'rpc.auth.end-listed-session',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash: requestingHash, sessionId: id, origin: requestOrigin }),
  output: z.object({}),
  errors: [authErrors.SESSION_NOT_FOUND, authErrors.MEMBER_NOT_FOUND],
});

/** Ends all sessions of a member except the requesting one. */
export const endOtherSessions = defineRpc({
  subject: 'rpc.auth.end-other-sessions',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash, origin: requestOrigin }),
  output: z.object({ ended: z.int().nonnegative() }),
  errors: [authErrors.MEMBER_NOT_FOUND],
});
