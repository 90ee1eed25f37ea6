import { z } from 'zod';
import { id, memberId } from '../core/ids.js';
import { nano, nonNegativeNano } from '../core/money-schema.js';
import { pageOf } from '../core/page.js';

/**
 * Reason why a balance changed: `deposit` from the chain, `tip-sent`, `tip-received`, the sign-up `bonus`, a
 * `referral` share, a settled `holders` share; `forfeit` is the remaining balance when the account was
 * closed.
 */
export const statementKind = z.enum([
  'deposit',
  'tip-sent',
  'tip-received',
  'bonus',
  'referral',
  'holders',
  'forfeit',
]);
export type StatementKind = z.output<typeof statementKind>;

/** One change of a member's balance; `accrued` is the growth by epochs that no entry has settled yet. */
export const statementLine = z.object({
  /** Number of the transfer in the journal; null for `accrued`, which is no transfer. */
  id: id.nullable(),
  kind: z.enum([...statementKind.options, 'accrued']),
  /** Negative for an amount that left the account. */
  amountNano: nano,
  createdAt: z.iso.datetime(),
  postId: id.nullable(),
  /** The member on the other side, if there is one. */
  counterpartyId: memberId.nullable(),
  /** Signature, in base58, of the chain transaction that brought a deposit. */
  signature: z.string().nullable(),
});
export type StatementLine = z.output<typeof statementLine>;
export const statementPage = pageOf(statementLine);

/** A sum of tips. It is exact unless there were very many: then it covers only the newest. */
const weekTotal = z.object({ amountNano: nonNegativeNano, isExact: z.boolean() });

/** Tips that a member received and sent within seven days. */
export const weekTotals = z.object({
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  earned: weekTotal,
  given: weekTotal,
});
export type WeekTotals = z.output<typeof weekTotals>;

/** A closed epoch: the members' total balance, the amount shared among them, and the index after it. */
export const epoch = z.object({
  epoch: id,
  membersTotalNano: nonNegativeNano,
  distributedNano: nonNegativeNano,
  /** The multiplicative index m, scaled by 10²⁷; a balance grows by the ratio of two of them. */
  index: z.string().regex(/^\d+$/),
  closedAt: z.iso.datetime(),
});
export type Epoch = z.output<typeof epoch>;
export const epochPage = pageOf(epoch);
