import type { Tx } from '@likewell/service-kit/database/database';

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

/** What a stretch of the journal did. */
export interface JournalChunk {
  /** Sums of the house's accounts, by id. */
  readonly house: Readonly<Record<string, string>> | null;
  readonly settled: string;
  readonly uneven: readonly string[] | null;
  readonly unknown_accounts: readonly string[] | null;
  readonly unknown_posts: readonly string[] | null;
}

/** Sums the transfers after one number up to another. */
export async function readJournal(tx: Tx, after: bigint, upTo: bigint): Promise<JournalChunk> {
  const [row] = await tx.query<JournalChunk[]>(
    `WITH moved AS MATERIALIZED (
       SELECT account_id, sum(amount) AS amount FROM entry WHERE seq > $1 AND seq <= $2 GROUP BY account_id
     ),
     tipped AS MATERIALIZED (SELECT DISTINCT post_id FROM tip WHERE seq > $1 AND seq <= $2)
     SELECT
       (SELECT json_object_agg(account_id, amount::text) FROM moved WHERE account_id < 1000) AS house,
       (SELECT coalesce(sum(amount), 0) FROM movement WHERE kind = 'settlement' AND seq > $1 AND seq <= $2) AS settled,
       (SELECT array_agg(seq) FROM tip WHERE seq > $1 AND seq <= $2
         AND author_part::numeric + holders_part + platform_part + referral_part <> amount) AS uneven,
       (SELECT array_agg(account_id) FROM moved
         WHERE NOT EXISTS (SELECT FROM account WHERE id = account_id)) AS unknown_accounts,
       (SELECT array_agg(post_id) FROM tipped
         WHERE NOT EXISTS (SELECT FROM post_total p WHERE p.post_id = tipped.post_id)) AS unknown_posts`,
    [after.toString(), upTo.toString()],
  );
  if (!row) throw new Error('a sum without a row');
  return row;
}

/** Members in the order of their ids, each compared with the sum of its entries in the same snapshot. */
export interface MembersChunk {
  readonly last_id: string | null;
  /** What they held together at the mark. */
  readonly held_at_mark: string;
  /** What epochs owed them at the mark or later, settled by now or not. */
  readonly owed_since_mark: string;
  readonly wrong: readonly { id: string; balance: string; replayed: string }[] | null;
}

/** Checks the next members after an id. */
export async function readMembers(
  tx: Tx,
  afterId: string,
  size: number,
  mark: string,
): Promise<MembersChunk> {
  const [row] = await tx.query<MembersChunk[]>(
    `WITH member AS MATERIALIZED (
       SELECT id, balance, epoch FROM account WHERE id > $1 ORDER BY id LIMIT $2
     ),
     checked AS MATERIALIZED (
       SELECT member.id, balance, replayed, balance - late AS at_mark,
         div(balance * state.m, (SELECT m FROM holders_epoch WHERE epoch = member.epoch))
           - balance + late_settled AS owed
       FROM member
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(amount), 0) AS replayed,
           coalesce(sum(amount) FILTER (WHERE seq > $3), 0) AS late,
           coalesce(sum(amount) FILTER (WHERE seq > $3 AND is_settlement), 0) AS late_settled
         FROM (
           SELECT seq, -amount AS amount, false AS is_settlement FROM tip WHERE payer_id = member.id
           UNION ALL SELECT seq, author_part, false FROM tip WHERE author_id = member.id
           UNION ALL SELECT seq, platform_part + referral_part, false FROM tip WHERE referrer_id = member.id
           UNION ALL SELECT seq, -amount, false FROM movement WHERE from_id = member.id
           UNION ALL SELECT seq, amount, kind = 'settlement' FROM movement WHERE to_id = member.id
         ) AS leg
       ) AS entries
       CROSS JOIN holders_state state
     )
     SELECT max(id) AS last_id, coalesce(sum(at_mark), 0) AS held_at_mark, coalesce(sum(owed), 0) AS owed_since_mark,
       json_agg(json_build_object('id', id::text, 'balance', balance::text, 'replayed', replayed::text))
         FILTER (WHERE balance <> replayed OR balance < 0) AS wrong
     FROM checked`,
    [afterId, size, mark],
  );
  if (!row) throw new Error('a sum without a row');
  return row;
}

/** Posts in the order of their ids, each compared with the sum of its tips in the same snapshot. */
export interface PostsChunk {
  readonly last_id: string | null;
  readonly wrong: readonly { id: string; total: string; tips: string }[] | null;
}

/** Checks the next posts after an id. */
export async function readPosts(tx: Tx, afterId: string, size: number): Promise<PostsChunk> {
  const [row] = await tx.query<PostsChunk[]>(
    `WITH post AS MATERIALIZED (
       SELECT post_id, likes_sum FROM post_total WHERE post_id > $1 ORDER BY post_id LIMIT $2
     )
     SELECT max(post_id) AS last_id,
       json_agg(json_build_object('id', post_id::text, 'total', likes_sum::text, 'tips', tips::text))
         FILTER (WHERE likes_sum <> tips) AS wrong
     FROM post
     CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS tips FROM tip WHERE tip.post_id = post.post_id) AS t`,
    [afterId, size],
  );
  if (!row) throw new Error('a sum without a row');
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
