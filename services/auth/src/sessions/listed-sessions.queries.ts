import { listedSession } from '@likewell/contracts/auth/sessions-rpc';
import { int8Id, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { IS_ALIVE } from './sessions.queries.js';

/** Longest list of sessions that is useful. */
const MAX_LISTED = 100;

const listedRow = listedSession
  .omit({ isThisNetwork: true })
  .extend({ id: int8Id, network: z.string().nullable(), createdAt: isoTime, lastUsedAt: isoTime });
type ListedSessionRow = z.output<typeof listedRow>;

/** Returns a member's valid sessions: the one with this token, then the most recently used. */
export function findListedSessions(tx: Tx, memberId: number, tokenHash: string): Promise<ListedSessionRow[]> {
  return queryRows(
    tx,
    listedRow,
    `SELECT id, device, method, network, created_at AS "createdAt", last_used_at AS "lastUsedAt",
       token_hash = decode($2, 'hex') AS "isThis"
     FROM session WHERE member_id = $1 AND ${IS_ALIVE}
     ORDER BY "isThis" DESC, last_used_at DESC, id DESC LIMIT ${MAX_LISTED}`,
    [memberId, tokenHash],
  );
}

/** Ends a session of a member; returns its hash in hex, or null if they have no such session. */
export function deleteListedSession(tx: Tx, memberId: number, id: number): Promise<string | null> {
  return queryValue(
    tx,
    z.string(),
    `DELETE FROM session WHERE id = $2 AND member_id = $1 RETURNING encode(token_hash, 'hex') AS hash`,
    [memberId, id],
  );
}
