import { asAdmin, type TestSchema } from '@likewell/testing/test-schema';

/** What {@link loadPosts} puts into an empty schema. */
interface Posts {
  readonly firstAuthor: number;
  readonly authors: number;
  readonly posts: number;
  /** SQL of the author's id for a post's id `n`, and of what else is not usual: public, of now, without LIKE. */
  readonly author: string;
  readonly createdAt?: string;
  readonly deleted?: string;
  readonly published?: string;
  readonly likesSum?: string;
  /** Statements that add rows to `follow`. */
  readonly follows?: string;
}

/**
 * Loads many posts with a text each, their ids from 1 on. As in a restore no trigger and no check of a key
 * runs, which would take most of the time; what the triggers keep is calculated once, at the end.
 */
export async function loadPosts(
  schema: TestSchema,
  {
    firstAuthor,
    authors,
    posts,
    author,
    createdAt = 'now()',
    deleted = 'false',
    published = 'true',
    likesSum = '0',
    follows = '',
  }: Posts,
): Promise<void> {
  await asAdmin(schema.adminUrl, (client) =>
    client.query(`
      SET session_replication_role = replica;
      SET search_path = ${new URL(schema.url).username};
      CREATE TEMPORARY TABLE given AS
        SELECT n AS id, ${author} AS author_id, ${createdAt} AS created_at, ${deleted} AS deleted,
               ${published} AS published, ${likesSum} AS likes_sum
        FROM generate_series(1, ${posts}) AS n;
      INSERT INTO author SELECT id, 'author_' || id, NULL, false, 1
        FROM generate_series(${firstAuthor}, ${firstAuthor + authors - 1}) AS id;
      INSERT INTO post (id, author_id, created_at, deleted_at, latest_revision_id, published_revision_id)
        OVERRIDING SYSTEM VALUE
        SELECT id, author_id, created_at, CASE WHEN deleted THEN now() END, id, CASE WHEN published THEN id END FROM given;
      INSERT INTO post_revision (id, post_id, title, body, status, created_at) OVERRIDING SYSTEM VALUE
        SELECT id, id, 'Title ' || id, repeat('word ', 40), 'approved', created_at FROM given;
      INSERT INTO post_rank (post_id, likes_sum, published_at, visible)
        SELECT id, likes_sum, created_at, NOT deleted FROM given WHERE published;
      ${follows}
      INSERT INTO author_newest SELECT author_id, max(id) FROM given WHERE published AND NOT deleted GROUP BY author_id;
      INSERT INTO author_likes SELECT author_id, sum(likes_sum) FROM given WHERE published GROUP BY author_id;
      INSERT INTO author_count (author_id, posts)
        SELECT author_id, count(*) FROM given WHERE published AND NOT deleted GROUP BY author_id;
      INSERT INTO author_count AS known (author_id, followers) SELECT author_id, count(*) FROM follow GROUP BY author_id
        ON CONFLICT (author_id) DO UPDATE SET followers = excluded.followers;
    `),
  );
}
