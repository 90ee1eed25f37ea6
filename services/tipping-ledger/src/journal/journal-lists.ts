/**
 * A list of the journal: the lines of one kind in an account's history. Each line contains the number of the
 * one before it, and the account contains the number of the newest.
 */
export interface JournalList {
  readonly table: 'tip' | 'movement';
  /** The account's column with the number of the newest line. */
  readonly last: string;
  /** The line's column with the number of the line before it. */
  readonly prev: string;
  /** The line's column with the account to whose list it belongs. */
  readonly owner: string;
  /** SQL for what the line added to the owner's balance. */
  readonly amount: string;
  /** All columns named in these fields, once each. */
  readonly columns: string;
}

export const JOURNAL_LISTS = {
  sent: {
    table: 'tip',
    last: 'last_sent_seq',
    prev: 'prev_sent_seq',
    owner: 'payer_id',
    amount: '-amount',
    columns: 'seq, prev_sent_seq, payer_id, amount',
  },
  received: {
    table: 'tip',
    last: 'last_received_seq',
    prev: 'prev_received_seq',
    owner: 'author_id',
    amount: 'author_part',
    columns: 'seq, prev_received_seq, author_id, author_part',
  },
  referral: {
    table: 'tip',
    last: 'last_referral_seq',
    prev: 'prev_referral_seq',
    owner: 'referrer_id',
    amount: 'platform_part + referral_part',
    columns: 'seq, prev_referral_seq, referrer_id, platform_part, referral_part',
  },
  settlement: {
    table: 'movement',
    last: 'last_settlement_seq',
    prev: 'prev_settlement_seq',
    owner: 'to_id',
    amount: 'amount',
    columns: 'seq, prev_settlement_seq, to_id, amount',
  },
} as const satisfies Record<string, JournalList>;

export type JournalListName = keyof typeof JOURNAL_LISTS;
export const JOURNAL_LIST_NAMES = Object.keys(JOURNAL_LISTS) as JournalListName[];

/** Returns a record that has this value for each list. */
export const perList = <T>(value: T): Record<JournalListName, T> => ({
  sent: value,
  received: value,
  referral: value,
  settlement: value,
});

/**
 * Returns a query of these columns of a list's rows (with `seq` and the link among them) from the number
 * `from` downwards, newest first. It continues while the condition `goesOn` holds for the `line_number` of the
 * last line read (the first is 1) and the row `before` it. Each line is one look-up, however long the journal is.
 */
export function walk({ table, prev }: JournalList, columns: string, from: string, goesOn: string): string {
  const ofBefore = columns.replaceAll(/\w+/g, 'before.$&');
  return `WITH RECURSIVE line AS (
      SELECT 1 AS line_number, ${columns} FROM ${table} WHERE seq = ${from}
      UNION ALL
      SELECT line_number + 1, ${ofBefore} FROM line JOIN ${table} AS before ON before.seq = line.${prev}
      WHERE line.${prev} < line.seq AND ${goesOn}
    )
    SELECT * FROM line`;
}
