import type { Tx } from '@likewell/service-kit/database/database';

/** What waits for one kind of reviewer. */
export interface Waiting {
  readonly reviewer: 'machine' | 'person';
  readonly count: number;
  /** 0 when none waits. */
  readonly oldestSeconds: number;
}

const MAX_COUNTED = 10_000;

/** Counts, oldest first, the texts that wait and will be reviewed: those of suspended authors rest. */
export async function measureWaiting(tx: Tx): Promise<Waiting[]> {
  const rows = await tx.query<Waiting[]>(
    `WITH waiting AS (
       SELECT r.created_at, CASE WHEN r.asked_at IS NULL THEN 'machine' ELSE 'person' END AS reviewer
       FROM post_revision r JOIN post p ON p.id = r.post_id JOIN author a ON a.id = p.author_id
       WHERE r.status = 'pending' AND p.deleted_at IS NULL AND NOT a.suspended
       ORDER BY r.id LIMIT ${MAX_COUNTED}
     )
     SELECT kind.reviewer, count(created_at)::integer AS count,
       coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
     FROM (VALUES ('machine'), ('person')) AS kind (reviewer) LEFT JOIN waiting USING (reviewer)
     GROUP BY kind.reviewer`,
  );
  return rows;
}
