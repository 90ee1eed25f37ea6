/** How many of all the newest posts are looked through before the followed authors are asked one by one. */
const NEAR = 500;

const PUBLIC = 'published_revision_id IS NOT NULL AND deleted_at IS NULL';

/**
 * SQL for the ids of the newest $1 public posts of the authors whom $2 follows, of those older than $3 where
 * `isOlder`. Whoever follows many authors finds a page among the newest posts of all. For the others the newest
 * post of each author is known, and a page can only come from the authors whose newest posts are the newest
 * ones: those few alone are looked into. Further down, an author whose newest post was passed already costs one
 * look into an index, so never more of them than posts were passed, nor than follows.
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
