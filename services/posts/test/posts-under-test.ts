import { memberProfileChanged, memberStatusChanged } from '@likewell/contracts/auth/events';
import { createPost, getPost } from '@likewell/contracts/posts/rpc';
import { eventually } from '@likewell/testing/eventually';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { postsService } from '../src/app.module.js';
import { postsSchema } from '../src/schema.js';
import type { ClientBase } from 'pg';

/** Removes all posts from every list, so that later ones are alone there. */
export async function hideAllPosts(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('UPDATE post SET deleted_at = now(); UPDATE post_rank SET visible = false');
}

/** Starts posts before the first test of a file or a block, and stops it after the last one. */
export function usePosts(variables: Record<string, string> = {}): PostsUnderTest {
  const posts = new PostsUnderTest();
  beforeAll(() => posts.start(variables));
  afterAll(() => posts.stop());
  return posts;
}

/** The posts service under test: authors arrive by auth's events, posts are written and waited for. */
export class PostsUnderTest {
  service!: ServiceUnderTest;
  private nextMember = 1000;
  private bodies = 0;
  private statusVersion = 0;

  async start(variables: Record<string, string> = {}): Promise<void> {
    this.service = await startService(postsService, postsSchema, variables);
  }

  get bus() {
    return this.service.bus;
  }

  get owner() {
    return this.service.schema.owner;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Runs `work` in a transaction on a connection of its own, and commits it. */
  async inTransaction(work: (client: ClientBase) => Promise<void>): Promise<void> {
    const client = await this.owner.connect();
    try {
      await client.query('BEGIN');
      await work(client);
    } finally {
      await client.query('COMMIT');
      client.release();
    }
  }

  newMemberId(): number {
    return this.nextMember++;
  }

  private newBody(): string {
    this.bodies += 1;
    return `Some words, and ${this.bodies} more.`;
  }

  async notifyProfile(memberId: number, username: string, version = 1): Promise<void> {
    const profile = { memberId, username, avatar: null, isVerified: false, version };
    await this.bus.tell(memberProfileChanged, { profile });
  }

  /**
   * Publishes auth's event of a suspension, or of its end, and waits until posts has handled it. Returns its
   * version.
   */
  async notifyStatus(memberId: number, isSuspended: boolean): Promise<number> {
    const version = ++this.statusVersion;
    await this.bus.tell(memberStatusChanged, { memberId, isSuspended, version });
    await eventually(async () => {
      const sql = 'SELECT standing_version AS known FROM author WHERE id = $1';
      expect((await this.owner.query(sql, [memberId])).rows).toEqual([{ known: version }]);
    });
    return version;
  }

  /** Returns a new author that posts knows. */
  async newAuthor(): Promise<{ authorId: number; username: string }> {
    const authorId = this.newMemberId();
    const username = `author_${authorId}`;
    await this.owner.query(
      `INSERT INTO author (id, username, is_verified, version) VALUES ($1, $2, false, 1)`,
      [authorId, username],
    );
    return { authorId, username };
  }

  /** Writes a post. Every body is different, since an author's copies of a post are left to a person. */
  async write(authorId: number, title = 'A title', body = this.newBody()): Promise<number> {
    return (await this.bus.call(createPost, { authorId, title, body })).id;
  }

  /** Writes a post and waits until the automatic check has published it. */
  async publish(authorId: number, title?: string): Promise<number> {
    const postId = await this.write(authorId, title);
    await eventually(() => this.bus.call(getPost, { postId, viewerId: null }));
    return postId;
  }

  /**
   * Inserts many published posts of an author at once, with the LIKE sums from `likesOf`. Returns their ids,
   * oldest first.
   */
  async seed(
    authorId: number,
    howMany: number,
    likesOf: (index: number) => number = () => 0,
  ): Promise<number[]> {
    const { rows } = await this.owner.query<{ id: string }>(
      `WITH written AS (INSERT INTO post (author_id) SELECT $1 FROM generate_series(1, $2) RETURNING id)
       SELECT id FROM written ORDER BY id`,
      [authorId, howMany],
    );
    const ids = rows.map(({ id }) => Number(id));
    await this.owner.query(
      `WITH text AS (INSERT INTO post_revision (post_id, title, body, status)
         SELECT id, 'Seeded ' || id, 'Some words.', 'approved' FROM unnest($1::bigint[]) AS id RETURNING id, post_id),
       ranked AS (INSERT INTO post_rank (post_id, likes_sum) SELECT * FROM unnest($1::bigint[], $2::numeric[]))
       UPDATE post SET published_revision_id = text.id, latest_revision_id = text.id FROM text
       WHERE post.id = text.post_id`,
      [ids, ids.map((_, index) => likesOf(index))],
    );
    return ids;
  }
}
