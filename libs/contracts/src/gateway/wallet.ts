import { z } from 'zod';
import { commonErrors } from '../kernel/common-errors.js';
import { pageOf } from '../kernel/page.js';
import { listStatement } from '../tipping-ledger/rpc.js';
import { statementKind, statementLine } from '../tipping-ledger/statement.js';
import { cursorQuery } from './cursor-query.js';
import { defineRoute } from './define-route.js';

/** One line of the wallet's history (spec, section 3); `amount` is signed. */
const historyItem = z.object({
  id: z.int().nullable(),
  created_at: z.string(),
  kind: statementLine.shape.kind,
  amount: z.number(),
  amountNano: z.string().regex(/^-?\d+$/),
  post_id: z.int().nullable(),
  counterparty: z.int().nullable(),
});
export type HistoryItem = z.output<typeof historyItem>;

/** `all`, or kinds separated by commas; without it deposits (and withdrawals, once there are any) alone. */
const kindsQuery = z
  .string()
  .optional()
  .transform((text) => {
    if (text === undefined || text === '') return ['deposit'];
    return text === 'all' ? null : text.split(',');
  })
  .pipe(
    z.array(statementKind, 'Choose kinds of history from the list in the documentation.').max(10).nullable(),
  );

export const walletHistory = defineRoute({
  method: 'GET',
  path: '/api/wallet/history',
  summary: "The member's deposits, or with `kinds` every change of the balance, newest first",
  access: 'member',
  query: z.object({ kinds: kindsQuery, cursor: cursorQuery }),
  answer: pageOf(historyItem),
  errors: [...listStatement.errors, commonErrors.INVALID_INPUT],
});
