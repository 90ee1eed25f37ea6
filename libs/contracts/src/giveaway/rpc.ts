import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { id } from '../core/ids.js';
import { cursor } from '../core/page.js';
import { accountInput } from './account.js';
import { giveawayErrors } from './errors.js';
import { giveaway, giveawaySummary } from './giveaway.js';
import { proof } from './proof.js';

/** Lists the newest 200 giveaways, the latest end first. */
export const listGiveaways = defineRpc({
  subject: 'rpc.giveaway.list-giveaways',
  input: z.object({}),
  output: z.object({ giveaways: z.array(giveawaySummary) }),
});

/** Returns one giveaway. */
export const getGiveaway = defineRpc({
  subject: 'rpc.giveaway.get-giveaway',
  input: z.object({ giveawayId: id }),
  output: giveaway,
  errors: [giveawayErrors.GIVEAWAY_NOT_FOUND],
});

/** Tells whether a social account, in any notation, is among the winners. */
export const checkAccount = defineRpc({
  subject: 'rpc.giveaway.check-account',
  input: z.object({ giveawayId: id, account: accountInput }),
  output: z.object({ won: z.boolean() }),
  errors: [giveawayErrors.GIVEAWAY_NOT_FOUND, giveawayErrors.NOT_DRAWN_YET],
});

const proofErrors = [giveawayErrors.GIVEAWAY_NOT_FOUND, giveawayErrors.NO_SNAPSHOT_YET];

/** Returns the fixed parts of a draw, from the snapshot on. */
export const getProof = defineRpc({
  subject: 'rpc.giveaway.get-proof',
  input: z.object({ giveawayId: id }),
  output: proof,
  errors: proofErrors,
});

/** Lists the entries of the snapshot in the order in which they are hashed, 1,000 a page. */
export const listEntries = defineRpc({
  subject: 'rpc.giveaway.list-entries',
  input: z.object({ giveawayId: id, cursor: cursor.nullable() }),
  output: z.object({ entries: z.array(z.string()), nextCursor: z.string().nullable() }),
  errors: [...proofErrors, commonErrors.INVALID_CURSOR],
});
