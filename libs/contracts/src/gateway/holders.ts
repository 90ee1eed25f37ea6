import { z } from 'zod';
import { pageOf } from '../core/page.js';
import { listEpochs } from '../tipping-ledger/rpc.js';
import { cursorQuery } from './cursor-query.js';
import { defineRoute } from './define-route.js';
import { nanoText } from './user.js';

/** A closed epoch of the holders' share; anybody can verify it against the previous epochs. */
const epoch = z.object({
  epoch: z.int(),
  members_total: z.number(),
  membersTotalNano: nanoText,
  distributed: z.number(),
  distributedNano: nanoText,
  /** Scaled by 10²⁷. */
  index: z.string(),
  closed_at: z.string(),
});
export type HoldersEpoch = z.output<typeof epoch>;

export const holdersEpochs = defineRoute({
  method: 'GET',
  path: '/api/holders/epochs',
  summary: "The holders' share, epoch by epoch, newest first",
  access: 'public',
  limit: 'read',
  query: z.object({ cursor: cursorQuery }),
  response: pageOf(epoch),
  errors: listEpochs.errors,
});
