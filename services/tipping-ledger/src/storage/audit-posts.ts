import type { Tx } from '@likewell/service-kit/database/database';
import type { Findings } from '../domain/audit.js';
import { Pace, type PaceOptions } from '../domain/pace.js';
import { CHAINS, walk } from './chains.js';

/** Tips that one look at an author is expected to need; who has more is looked at again. */
const TIPS_EACH = 20;

const TIP_COLUMNS = 'seq, prev_received_seq, post_id, amount';

/** An author whose tips are replayed from the newest back. */
interface Replay {
  readonly id: string;
  /** The newest tip at the first look, '0' if there was none, and null before it. */
  newest: string | null;
  /** Where the chain of tips goes on; null at its end. */
  next: string | null;
  /** By post. */
  readonly tips: Map<string, bigint>;
}

/** Compares the total of each post with its tips, which are found by their author. */
export async function auditPosts(tx: Tx, findings: Findings, options: PaceOptions): Promise<void> {
  const pace = new Pace(options);
  for (let lastId = '0'; ;) {
    const ids = await findAuthors(tx, lastId, Math.ceil(pace.size / TIPS_EACH));
    lastId = ids.at(-1) ?? '';
    if (lastId === '') return;
    const authors = ids.map((id): Replay => ({ id, newest: null, next: null, tips: new Map() }));
    await replayTips(tx, authors, pace);
    await compareTotals(tx, authors, pace, findings);
  }
}

/** The next authors that have posts, each found by one step down the index, however many posts they have. */
async function findAuthors(tx: Tx, afterId: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>(
    `WITH RECURSIVE author (id) AS (
       SELECT min(author_id) FROM post_total WHERE author_id > $1
       UNION ALL
       SELECT (SELECT min(author_id) FROM post_total WHERE author_id > id) FROM author WHERE id IS NOT NULL
     )
     SELECT id FROM author WHERE id IS NOT NULL LIMIT $2`,
    [afterId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Sums the authors' tips along their links. */
async function replayTips(tx: Tx, authors: readonly Replay[], pace: Pace): Promise<void> {
  for (let open = authors; open.length > 0; open = open.filter(({ next }) => next !== null)) {
    const rows = await pace.chunk((size) => readTips(tx, open, Math.ceil(size / open.length)));
    const byId = new Map(open.map((author) => [author.id, author]));
    for (const author of open) {
      author.newest ??= '0';
      author.next = null;
    }
    for (const { author_id, post_id, amount, first, newest, next } of rows) {
      const author = byId.get(author_id);
      if (!author) continue;
      author.tips.set(post_id, (author.tips.get(post_id) ?? 0n) + BigInt(amount));
      if (author.newest === '0') author.newest = newest;
      if (first) author.next = next;
    }
  }
}

interface TipsRow {
  readonly author_id: string;
  readonly post_id: string;
  readonly amount: string;
  /** This post's tips are the oldest of the stretch. */
  readonly first: boolean;
  /** The author's newest tip in this stretch, and where the chain goes on after it. */
  readonly newest: string;
  readonly next: string | null;
}

function readTips(tx: Tx, authors: readonly Replay[], limit: number): Promise<TipsRow[]> {
  return tx.query<TipsRow[]>(
    `SELECT author.id AS author_id, tips.*
     FROM unnest($1::bigint[], $2::bigint[], $3::boolean[]) AS author (id, next, begun)
     JOIN account USING (id)
     CROSS JOIN LATERAL (
       SELECT post_id, sum(amount) AS amount, min(seq) = min(min(seq)) OVER () AS first,
         max(max(seq)) OVER () AS newest, (array_agg(prev_received_seq ORDER BY seq))[1] AS next
       FROM (${walk(
         CHAINS.received,
         TIP_COLUMNS,
         '(CASE WHEN author.begun THEN author.next ELSE account.last_received_seq END)',
         'place < $4::bigint',
       )}) AS chain
       GROUP BY post_id
     ) AS tips`,
    [
      authors.map(({ id }) => id),
      authors.map(({ next }) => next),
      authors.map(({ newest }) => newest !== null),
      limit,
    ],
  );
}

/** Compares the authors' posts with what was replayed and, in each statement's snapshot, what came since. */
async function compareTotals(
  tx: Tx,
  authors: readonly Replay[],
  pace: Pace,
  findings: Findings,
): Promise<void> {
  const byId = new Map(authors.map((author) => [author.id, author]));
  let last: TotalRow | undefined;
  do {
    const rows = await pace.chunk((size) => readTotals(tx, authors, last, size));
    const totals = rows.filter(({ is_late }) => !is_late);
    const late = new Map(
      rows.filter(({ is_late }) => is_late).map((row) => [`${row.author_id}:${row.post_id}`, row.amount]),
    );
    for (const { author_id, post_id, amount } of totals) {
      const author = byId.get(author_id);
      // A member whose first post was published since is left to the next audit.
      if (!author) continue;
      const tips = (author.tips.get(post_id) ?? 0n) + BigInt(late.get(`${author_id}:${post_id}`) ?? 0);
      if (BigInt(amount) !== tips)
        findings.add('likes-sum', `post ${post_id}`, `its total is ${amount}, its tips are ${tips}`);
    }
    last = totals.at(-1);
  } while (last);
}

interface TotalRow {
  readonly author_id: string;
  readonly post_id: string;
  readonly amount: string;
  /** What came since the replay, rather than a post's total. */
  readonly is_late: boolean;
}

function readTotals(
  tx: Tx,
  authors: readonly Replay[],
  after: TotalRow | undefined,
  limit: number,
): Promise<TotalRow[]> {
  const ids = authors.map(({ id }) => id);
  return tx.query<TotalRow[]>(
    `SELECT * FROM (
       SELECT author_id, post_id, likes_sum AS amount, false AS is_late FROM post_total
       WHERE (author_id, post_id) > ($1::bigint, $2::bigint) AND author_id <= $3
       ORDER BY author_id, post_id LIMIT $4
     ) AS total
     UNION ALL
     SELECT author.id, post_id, sum(amount), true
     FROM unnest($5::bigint[], $6::bigint[]) AS author (id, newest)
     JOIN account USING (id)
     CROSS JOIN LATERAL (${walk(
       CHAINS.received,
       TIP_COLUMNS,
       '(CASE WHEN account.last_received_seq > author.newest THEN account.last_received_seq END)',
       'before.seq > author.newest',
     )}) AS late
     GROUP BY author.id, post_id
     ORDER BY is_late, author_id, post_id`,
    [
      after?.author_id ?? ids[0],
      after?.post_id ?? 0,
      ids.at(-1),
      limit,
      ids,
      authors.map(({ newest }) => newest ?? '0'),
    ],
  );
}
