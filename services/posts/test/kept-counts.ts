import type { TestSchema } from '@likewell/testing/test-schema';

/** Returns each author whose stored counts differ from those of a full scan, with both. */
export async function wrongCounts({ owner }: Pick<TestSchema, 'owner'>): Promise<unknown[]> {
  const { rows } = await owner.query<Record<string, unknown>>(`
    WITH scanned AS (
      SELECT id,
        (SELECT count(*) FROM post p WHERE p.author_id = a.id AND published_revision_id IS NOT NULL AND deleted_at IS NULL) AS posts,
        (SELECT count(*) FROM follow f WHERE f.author_id = a.id) AS followers,
        (SELECT coalesce(sum(likes_sum), 0) FROM post_rank k JOIN post p ON p.id = k.post_id WHERE p.author_id = a.id) AS likes
      FROM author a),
    kept AS (
      SELECT id, coalesce(c.posts, 0) AS posts, coalesce(c.followers, 0) AS followers, coalesce(l.likes_sum, 0) AS likes
      FROM author a LEFT JOIN author_count c ON c.author_id = a.id LEFT JOIN author_likes l ON l.author_id = a.id)
    SELECT to_json(scanned) AS scanned, to_json(kept) AS kept FROM scanned JOIN kept USING (id)
    WHERE (scanned.posts, scanned.followers, scanned.likes) <> (kept.posts, kept.followers, kept.likes)`);
  return rows;
}
