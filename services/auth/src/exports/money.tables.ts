import type { StatementLine } from '@likewell/contracts/tipping-ledger/statement';
import { defineTable } from './export-table.js';

const balance = defineTable(
  'balance',
  'What you hold: the sum of all lines of the statement.',
  ['read_at', 'amount'],
  ['amount'],
);
const statement = defineTable(
  'statement',
  'Every change of your balance, newest first. The last line is what the holders’ share has added and no transfer has settled yet.',
  ['transfer', 'at', 'kind', 'amount', 'post_id', 'counterparty', 'chain_transaction'],
  ['amount'],
);
const tipsGiven = defineTable(
  'tips_given',
  'Tips that you gave, newest first.',
  ['transfer', 'at', 'amount', 'post_id', 'author'],
  ['amount'],
);
const tipsReceived = defineTable(
  'tips_received',
  'Your part of tips to your posts, newest first.',
  ['transfer', 'at', 'amount', 'post_id', 'tipped_by'],
  ['amount'],
);
const deposits = defineTable(
  'deposits',
  'LIKE that came from Solana, newest first.',
  ['transfer', 'at', 'amount', 'chain_transaction'],
  ['amount'],
);
export const moneyTables = { balance, statement, tipsGiven, tipsReceived, deposits };

/** Converts a page of the statement to the rows of each table, with the names of the other members. */
export function toRows(lines: readonly StatementLine[], names: ReadonlyMap<number, string>) {
  const nameOf = ({ counterpartyId }: StatementLine) =>
    counterpartyId === null ? null : (names.get(counterpartyId) ?? null);
  const common = ({ id, createdAt, amountNano }: StatementLine) => ({
    transfer: id,
    at: createdAt,
    amount: amountNano,
  });
  const ofKind = (kind: StatementLine['kind']) => lines.filter((line) => line.kind === kind);
  return {
    statement: lines.map((line) => ({
      ...common(line),
      kind: line.kind,
      post_id: line.postId,
      counterparty: nameOf(line),
      chain_transaction: line.signature,
    })),
    tipsGiven: ofKind('tip-sent').map((line) => ({
      ...common(line),
      amount: -line.amountNano,
      post_id: line.postId,
      author: nameOf(line),
    })),
    tipsReceived: ofKind('tip-received').map((line) => ({
      ...common(line),
      post_id: line.postId,
      tipped_by: nameOf(line),
    })),
    deposits: ofKind('deposit').map((line) => ({ ...common(line), chain_transaction: line.signature })),
  };
}
