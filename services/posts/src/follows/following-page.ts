/** Number of the newest posts of all authors that are read before the followed authors are read one by one. */
const NEAR = 500;

const PUBLIC = 'published_revision_id IS NOT NULL AND deleted_at IS NULL';

/**
 * Returns SQL for the ids of the newest $1 public posts of the authors whom $2 follows; with `isOlder`, of
 * those older than $3. A member who follows many authors finds a page among the newest posts of all authors.
 * For other members the newest post of each author is known, and a page can only come from the authors with
 * the newest of these posts, so only those few authors are read. On later pages an author whose newest post
 * is on an earlier page costs one index look-up. So there are never more look-ups than posts on earlier
 * pages, nor than follows.
 */
export function followingPage(isOlder: boolean): string {
  const older = isOlder ? 'AND id < $3' : '';
  const postsOfAuthor = `SELECT id FROM post WHERE author_id = head.author_id AND ${PUBLIC} ${older} ORDER BY id DESC`;
  const newest = isOlder
    ? `CASE WHEN kept.post_id < $3 THEN kept.post_id ELSE (${postsOfAuthor} LIMIT 1) END`
    : 'kept.post_id';
  return `
    WITH near AS MATERIALIZED (
      SELECT id FROM (
        SELECT id, author_id FROM post WHERE ${PUBLIC} ${older} ORDER BY id DESC LIMIT ${NEAR}
      ) recent
      WHERE EXISTS (SELECT FROM follow WHERE follower_id = $2 AND author_id = recent.author_id)
      ORDER BY id DESC LIMIT $1
    ), head AS MATERIALIZED (
      SELECT head.author_id, ${newest} AS newest_id
      FROM follow head JOIN author_newest kept ON kept.author_id = head.author_id
      WHERE head.follower_id = $2 AND kept.post_id IS NOT NULL AND (SELECT count(*) FROM near) < $1
      ORDER BY newest_id DESC NULLS LAST LIMIT $1
    )
    SELECT own.id FROM head CROSS JOIN LATERAL (${postsOfAuthor} LIMIT $1) own
    UNION SELECT id FROM near
    ORDER BY id DESC LIMIT $1`;
}
