import { z } from 'zod';
import { accountInput } from '../giveaway/account.js';
import { giveawayStatus, hex32 } from '../giveaway/giveaway.js';
import { drawBlock, postponement, winner } from '../giveaway/proof.js';
import * as giveaways from '../giveaway/rpc.js';
import { commonErrors } from '../core/common-errors.js';
import { cursorQuery } from './cursor-query.js';
import { defineRoute } from './define-route.js';
import { idParam } from './id-param.js';

/** A giveaway in the list (spec, section 3); `date` is its last day, in New York. */
const summary = z.object({
  id: z.int(),
  title: z.string(),
  prize: z.string(),
  date: z.string(),
  audience: z.string(),
  status: giveawayStatus,
});
export type GiveawaySummary = z.output<typeof summary>;

const giveaway = summary.extend({
  rules: z.string(),
  winners_wanted: z.int(),
  starts_at: z.string(),
  snapshot_at: z.string(),
  /** Noon in New York; the first Bitcoin block after it decides. */
  draw_at: z.string(),
  /** SHA-256 of the entries; null until the snapshot. */
  commitment: hex32.nullable(),
  entries_count: z.int().nullable(),
  drawn_at: z.string().nullable(),
  disputes_until: z.string().nullable(),
});
export type Giveaway = z.output<typeof giveaway>;

/** Everything needed to repeat a draw, with one page of the entries, or all of them in a download. */
const drawProof = z.object({
  giveaway,
  commitment: hex32,
  block: drawBlock.nullable(),
  seed: hex32.nullable(),
  winners: z.array(winner),
  postponements: z.array(
    z.object({
      draw_at: z.string(),
      reason: postponement.shape.reason,
      said: postponement.shape.said,
    }),
  ),
  /** Normalised, in ascending order of their UTF-8 bytes. */
  entries: z.array(z.string()),
  nextCursor: z.string().nullable(),
});
export type DrawProof = z.output<typeof drawProof>;

const params = z.object({ id: idParam('This is no number of a giveaway.') });

export const giveawayList = defineRoute({
  method: 'GET',
  path: '/api/giveaways',
  summary: 'Giveaways, the last to end first',
  access: 'public',
  limit: 'read',
  response: z.array(summary),
  errors: giveaways.listGiveaways.errors,
});

export const oneGiveaway = defineRoute({
  method: 'GET',
  path: '/api/giveaways/:id',
  summary: 'One giveaway with its rules and the times of its draw',
  access: 'public',
  limit: 'read',
  params,
  response: giveaway,
  errors: giveaways.getGiveaway.errors,
});

export const checkGiveaway = defineRoute({
  method: 'GET',
  path: '/api/giveaways/:id/check/:account',
  summary: 'Whether a social account won; 409 before the draw',
  access: 'public',
  limit: 'check',
  params: params.extend({ account: accountInput }),
  response: z.object({ won: z.boolean() }),
  errors: giveaways.checkAccount.errors,
});

export const giveawayProof = defineRoute({
  method: 'GET',
  path: '/api/giveaways/:id/proof',
  summary: 'Everything needed to re-run a draw: a page of entries, or with `download=1` all in one file',
  access: 'public',
  limit: 'read',
  params,
  query: z.object({
    cursor: cursorQuery,
    download: z
      .enum(['0', '1'], 'Leave `download` away, or set it to 1.')
      .default('0')
      .transform((text) => text === '1'),
  }),
  response: drawProof,
  errors: [...giveaways.getProof.errors, commonErrors.INVALID_CURSOR],
});
