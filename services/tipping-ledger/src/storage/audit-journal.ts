import type { Tx } from '@likewell/service-kit/database/database';
import type { Findings } from '../domain/audit.js';
import { Pace, type PaceOptions } from '../domain/pace.js';
import type { ChainName } from './chains.js';

/** The house at one moment, with the number of the last transfer before it. */
export interface HouseAtMark {
  readonly mark: string;
  readonly epoch: number;
  readonly liability: string;
  readonly shared: string;
  readonly accounts: readonly { id: number; kind: string; balance: string }[];
}

/** Balances, the holders' promises and the mark, all in one snapshot. */
export async function readHouse(tx: Tx): Promise<HouseAtMark> {
  const [row] = await tx.query<HouseAtMark[]>(`
    SELECT greatest((SELECT max(seq) FROM tip), (SELECT max(seq) FROM movement)) AS mark, epoch, liability,
      (SELECT sum(distributed) FROM holders_epoch WHERE epoch <= state.epoch) AS shared,
      (SELECT json_agg(json_build_object('id', id, 'kind', kind, 'balance', balance::text))
        FROM account WHERE id < 1000) AS accounts
    FROM holders_state state`);
  if (!row) throw new Error('the ledger has no holders_state');
  return row;
}

/** What the epochs closed since one have shared. */
export async function findSharedSince(tx: Tx, epoch: number): Promise<bigint> {
  const [row] = await tx.query<{ shared: string }[]>(
    'SELECT coalesce(sum(distributed), 0) AS shared FROM holders_epoch WHERE epoch > $1',
    [epoch],
  );
  return BigInt(row?.shared ?? 0);
}

/** What the transfers up to the mark did, all of them together. */
export interface JournalAtMark {
  /** Sums of the house's accounts, by id. */
  readonly house: ReadonlyMap<string, bigint>;
  readonly settled: bigint;
  /** How many lines there are of each chain, all members together. */
  readonly lines: Readonly<Record<ChainName, number>>;
}

/** Reads the journal up to the mark: what each transfer is by itself, and what all did to the house. */
export async function auditJournal(
  tx: Tx,
  mark: string,
  findings: Findings,
  options: PaceOptions,
): Promise<JournalAtMark> {
  const pace = new Pace(options);
  const house = new Map<string, bigint>();
  const last = BigInt(mark);
  let settled = 0n;
  const lines = { sent: 0, received: 0, referral: 0, settlement: 0 };
  for (let after = 0n; after < last;) {
    const chunk = await pace.chunk(async (size) => {
      const upTo = after + BigInt(size) < last ? after + BigInt(size) : last;
      const found = await readJournal(tx, after, upTo);
      after = upTo;
      return found;
    });
    settled += BigInt(chunk.settled);
    lines.sent += chunk.tips;
    lines.received += chunk.tips;
    lines.referral += chunk.referred;
    lines.settlement += chunk.settlements;
    for (const [id, amount] of Object.entries(chunk.house ?? {}))
      house.set(id, (house.get(id) ?? 0n) + BigInt(amount));
    for (const seq of chunk.uneven ?? [])
      findings.add('transfer-sum', `transfer ${seq}`, 'its entries do not sum to zero');
    const until = `up to transfer ${after}`;
    for (const id of chunk.unknown_accounts ?? [])
      findings.add('unknown-account', `account ${id}`, `has entries ${until} and does not exist`);
    for (const id of chunk.unknown_posts ?? [])
      findings.add('likes-sum', `post ${id}`, `its author has no such post, and tips for it ${until}`);
  }
  return { house, settled, lines };
}

interface JournalChunk {
  readonly house: Readonly<Record<string, string>> | null;
  readonly settled: string;
  readonly tips: number;
  readonly referred: number;
  readonly settlements: number;
  readonly uneven: readonly string[] | null;
  readonly unknown_accounts: readonly string[] | null;
  readonly unknown_posts: readonly string[] | null;
}

/** Sums the transfers after one number up to another. */
async function readJournal(tx: Tx, after: bigint, upTo: bigint): Promise<JournalChunk> {
  const [row] = await tx.query<JournalChunk[]>(
    `WITH moved AS MATERIALIZED (
       SELECT account_id, sum(amount) AS amount FROM entry WHERE seq > $1 AND seq <= $2 GROUP BY account_id
     ),
     tipped AS MATERIALIZED (SELECT DISTINCT post_id, author_id FROM tip WHERE seq > $1 AND seq <= $2)
     SELECT
       (SELECT json_object_agg(account_id, amount::text) FROM moved WHERE account_id < 1000) AS house,
       settlement.*, tips.*,
       (SELECT array_agg(account_id) FROM moved
         WHERE NOT EXISTS (SELECT FROM account WHERE id = account_id)) AS unknown_accounts,
       (SELECT array_agg(post_id) FROM tipped WHERE NOT EXISTS (
         SELECT FROM post_total p WHERE p.post_id = tipped.post_id AND p.author_id = tipped.author_id)) AS unknown_posts
     FROM (
       SELECT coalesce(sum(amount), 0) AS settled, count(*)::integer AS settlements
       FROM movement WHERE kind = 'settlement' AND seq > $1 AND seq <= $2
     ) AS settlement
     CROSS JOIN (
       SELECT count(*)::integer AS tips, count(referrer_id)::integer AS referred, array_agg(seq) FILTER (
         WHERE author_part::numeric + holders_part + platform_part + referral_part <> amount) AS uneven
       FROM tip WHERE seq > $1 AND seq <= $2
     ) AS tips`,
    [after.toString(), upTo.toString()],
  );
  if (!row) throw new Error('a sum without a row');
  return row;
}
