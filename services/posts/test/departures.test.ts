import { memberDeleted, memberProfileChanged, memberStatusChanged } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import {
  createPost,
  editPost,
  followAuthor,
  getPost,
  getProfile,
  listMemberPosts,
} from '@likewell/contracts/posts/rpc';
import { eventually } from '@likewell/testing/eventually';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';
import type { ClientBase } from 'pg';
import { openDepartures } from './departures-under-test.js';
import { usePosts } from './posts-under-test.js';

const posts = usePosts();

/** Returns an author with a public post, a waiting one, a deleted one, a follower and a followed author. */
async function newLeaver() {
  const { authorId, username } = await posts.newAuthor();
  const other = await posts.newAuthor();
  const read = await posts.publish(authorId, 'Public');
  const text = { title: 'Edited', body: 'An edit that a person has to look at.' };
  await posts.owner.query(`UPDATE post_revision SET title = 'Public' WHERE post_id = $1`, [read]);
  await posts.bus.call(editPost, { postId: read, authorId, ...text });
  await posts.bus.call(followAuthor, { followerId: other.authorId, username });
  await posts.bus.call(followAuthor, { followerId: authorId, username: other.username });
  return { authorId, username, other, read };
}

/** What auth says of a member's last status; nothing, if it runs the version before. */
type LastStatus = EventData<typeof memberDeleted>['status'];

/** Publishes what auth publishes: first the profile with the final name, then the deletion. */
async function leave(authorId: number, keepsPosts: boolean, status?: LastStatus): Promise<void> {
  const name = { username: `deleted_${authorId}`, avatar: null, isVerified: false };
  await posts.bus.tell(memberProfileChanged, { profile: { memberId: authorId, ...name, version: 2 } });
  await posts.bus.tell(memberDeleted, { memberId: authorId, keepsPosts, status });
  await eventually(async () => {
    const { rowCount } = await posts.owner.query(
      `SELECT FROM author WHERE id = $1 AND deleted_at IS NOT NULL AND username LIKE 'deleted%'`,
      [authorId],
    );
    expect(rowCount).toBe(1);
  });
}

/** Publishes a change of a member's status and their deletion, which keeps posts, in one order or the other. */
async function leaveAfterChange(
  authorId: number,
  status: NonNullable<LastStatus>,
  isHeardBefore: boolean,
): Promise<void> {
  const change = async () => {
    await posts.bus.tell(memberStatusChanged, { memberId: authorId, ...status });
    // Events of a subject are handled in order: this one after that.
    await posts.notifyStatus((await posts.newAuthor()).authorId, false);
  };
  if (isHeardBefore) await change();
  await leave(authorId, true, status);
  if (!isHeardBefore) await change();
}

const textsOf = async (authorId: number) => {
  const { rows } = await posts.owner.query<{ title: string; body: string; status: string }>(
    `SELECT r.title, r.body, r.status FROM post_revision r JOIN post p ON p.id = r.post_id
     WHERE p.author_id = $1 ORDER BY r.id`,
    [authorId],
  );
  return rows;
};
const withdrawnOf = async (authorId: number) => {
  const { rowCount } = await posts.owner.query(
    `SELECT FROM outbox WHERE subject = 'event.posts.post-withdrawn' AND envelope #>> '{data,authorId}' = $1::text`,
    [authorId],
  );
  return rowCount;
};
/** Waits until another transaction waits for a lock of this connection. */
const isWaitedFor = async (holder: ClientBase) => {
  const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  await eventually(async () =>
    expect((await posts.owner.query(waiting, [rows[0]?.pid])).rowCount).toBeGreaterThan(0),
  );
};
const seen = (postId: number) => posts.bus.call(getPost, { postId, viewerId: null });
const gone = { code: 'POST_NOT_FOUND' };

/** Returns how many rows each statement of this kind changes while `work` runs, without those that change none. */
async function rowsByStatement(
  kind: 'UPDATE ON post_revision REFERENCING NEW' | 'DELETE ON follow REFERENCING OLD',
  work: () => Promise<unknown>,
): Promise<number[]> {
  await posts.owner.query(`
    CREATE TABLE counted (rows integer NOT NULL);
    CREATE FUNCTION count_rows() RETURNS trigger SECURITY DEFINER LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO counted SELECT count(*) FROM changed; RETURN NULL; END $$;
    CREATE TRIGGER count_rows AFTER ${kind} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows()`);
  await work();
  await posts.owner.query('DROP FUNCTION count_rows CASCADE');
  const { rows } = await posts.owner.query<{ rows: number }>('SELECT rows FROM counted WHERE rows > 0');
  await posts.owner.query('DROP TABLE counted');
  return rows.map((each) => each.rows);
}

describe('what a member wrote who left', () => {
  it('is gone with its texts, and the ledger hears of each post, where they chose so', async () => {
    const { authorId, read } = await newLeaver();
    await leave(authorId, false);
    await expect(seen(read)).rejects.toMatchObject(gone);
    for (const { title, body } of await textsOf(authorId))
      expect({ title, body }).toEqual({ title: '', body: '' });
    expect(await withdrawnOf(authorId)).toBe(1);
  });

  it('is gone, where they chose so, also where it is more than one statement withdraws', async () => {
    const { authorId } = await posts.newAuthor();
    const { length } = await posts.seed(authorId, 5001);
    await leave(authorId, false);
    expect(await withdrawnOf(authorId)).toBe(length);
    const left = 'SELECT FROM post WHERE author_id = $1 AND deleted_at IS NULL';
    expect((await posts.owner.query(left, [authorId])).rowCount).toBe(0);
  });

  it('is emptied by statements of 5,000 texts at most, and of each post what is public stays', async () => {
    const { authorId } = await posts.newAuthor();
    const [edited] = await posts.seed(authorId, 3);
    const insertion = `INSERT INTO post_revision (post_id, title, body, status)
      SELECT $1, 'Older', 'Some words.', 'superseded' FROM generate_series(1, 5001)`;
    await posts.owner.query(insertion, [edited]);
    const emptied = await rowsByStatement('UPDATE ON post_revision REFERENCING NEW', () =>
      leave(authorId, true),
    );
    const bodies = (await textsOf(authorId)).map(({ body }) => body).filter((body) => body !== '');
    expect(bodies).toHaveLength(3);
    // The first statement reads 5,000 texts, and one of them is public.
    expect(emptied).toEqual([4999, 2]);
  });

  it('is emptied also where it comes after 5,000 public posts that stay', async () => {
    const { authorId } = await posts.newAuthor();
    const unpublished = (await posts.seed(authorId, 5001)).at(-1);
    await posts.owner.query('UPDATE post SET published_revision_id = NULL WHERE id = $1', [unpublished]);
    await leave(authorId, true);
    const deleted = 'SELECT id::int FROM post WHERE author_id = $1 AND deleted_at IS NOT NULL';
    expect((await posts.owner.query(deleted, [authorId])).rows).toEqual([{ id: unpublished }]);
    const texts = await textsOf(authorId);
    expect(texts.findIndex(({ body }) => body === '')).toBe(5000);
    expect(await withdrawnOf(authorId)).toBe(0);
  });

  it('stays readable under a name that says so, and nothing else of it stays, where they chose so', async () => {
    const { authorId, read } = await newLeaver();
    const waiting = await posts.write(authorId, 'Never checked');
    await eventually(async () =>
      expect((await textsOf(authorId)).map(({ status }) => status)).not.toContain('pending'),
    );
    await posts.owner.query(`UPDATE post SET published_revision_id = NULL WHERE id = $1`, [waiting]);
    const before = await seen(read);
    await leave(authorId, true);
    const after = await seen(read);
    expect(after).toMatchObject({ title: before.title, body: before.body });
    expect(after.author).toMatchObject({ username: `deleted_${authorId}`, avatar: null });
    const texts = await textsOf(authorId);
    expect(texts.filter(({ body }) => body !== '')).toHaveLength(1);
    await expect(seen(waiting)).rejects.toMatchObject(gone);
    expect(await withdrawnOf(authorId)).toBe(0);
  });

  it.each([true, false])(
    'is followed by nobody, and they follow nobody (posts stay: %s)',
    async (keepsPosts) => {
      const { authorId, username, other } = await newLeaver();
      await leave(authorId, keepsPosts);
      const follows = 'SELECT FROM follow WHERE follower_id = $1 OR author_id = $1';
      expect((await posts.owner.query(follows, [authorId])).rowCount).toBe(0);
      const { rows } = await posts.owner.query('SELECT followers FROM author_count WHERE author_id = $1', [
        other.authorId,
      ]);
      expect(rows).toEqual([{ followers: 0 }]);
      for (const name of [username, `deleted_${authorId}`])
        await expect(posts.bus.call(getProfile, { username: name, viewerId: null })).rejects.toMatchObject({
          code: expect.stringMatching(/MEMBER_NOT_FOUND|UNAVAILABLE/) as string,
        });
    },
  );

  it('is followed by nobody after statements that delete 5,000 follows at most', async () => {
    const [{ authorId }, followed] = [await posts.newAuthor(), await posts.newAuthor()];
    await posts.bus.call(followAuthor, { followerId: authorId, username: followed.username });
    await posts.owner.query(`
      WITH followers AS (
        INSERT INTO author (id, username, is_verified, version)
        SELECT id, 'follower_' || id, false, 1 FROM generate_series(500001, 505000) AS id RETURNING id)
      INSERT INTO follow (follower_id, author_id) SELECT id, ${authorId} FROM followers`);
    const unfollowed = await rowsByStatement('DELETE ON follow REFERENCING OLD', () => leave(authorId, true));
    const counts = 'SELECT author_id::int, followers FROM author_count WHERE author_id = ANY ($1) ORDER BY 1';
    expect((await posts.owner.query(counts, [[authorId, followed.authorId]])).rows).toEqual([
      { author_id: authorId, followers: 0 },
      { author_id: followed.authorId, followers: 0 },
    ]);
    expect(unfollowed).toEqual([5000, 1]);
  });

  it('is followed by nobody who asks for it in the moment in which they leave', async () => {
    const [{ authorId, username }, { authorId: followerId }] = [
      await posts.newAuthor(),
      await posts.newAuthor(),
    ];
    let followed: Promise<unknown> | undefined;
    await posts.inTransaction(async (leaving) => {
      await leaving.query('UPDATE author SET deleted_at = now() WHERE id = $1', [authorId]);
      await leaving.query('DELETE FROM follow WHERE author_id = $1', [authorId]);
      followed = Promise.allSettled([posts.bus.call(followAuthor, { followerId, username })]);
      await Promise.race([followed, isWaitedFor(leaving)]);
    });
    expect(await followed).toMatchObject([{ reason: { code: 'MEMBER_NOT_FOUND' } }]);
    const follows = 'SELECT FROM follow WHERE author_id = $1';
    expect((await posts.owner.query(follows, [authorId])).rowCount).toBe(0);
  });

  it('is locked by no edit that waits for them to leave', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.publish(authorId);
    let edited: Promise<unknown> | undefined;
    await posts.inTransaction(async (leaving) => {
      await leaving.query('UPDATE author SET deleted_at = now() WHERE id = $1', [authorId]);
      const late = { postId, authorId, title: 'Late', body: 'Written as the session ended.' };
      edited = Promise.allSettled([posts.bus.call(editPost, late)]);
      await isWaitedFor(leaving);
      await leaving.query('SELECT FROM post WHERE id = $1 FOR UPDATE NOWAIT', [postId]);
    });
    expect(await edited).toMatchObject([{ reason: { code: 'MEMBER_NOT_FOUND' } }]);
  });

  it('makes no stranger wait who tries to edit it', async () => {
    const [{ authorId }, stranger] = [await posts.newAuthor(), await posts.newAuthor()];
    const postId = await posts.publish(authorId);
    await posts.inTransaction(async (leaving) => {
      await leaving.query('UPDATE author SET deleted_at = now() WHERE id = $1', [authorId]);
      const theirs = { postId, authorId: stranger.authorId, title: 'Mine', body: 'Now.' };
      await expect(posts.bus.call(editPost, theirs)).rejects.toMatchObject({ code: 'NOT_YOUR_POST' });
    });
  });

  it('makes two who follow each other wait for no more than the one with the lower id', async () => {
    const [lower, higher] = [await posts.newAuthor(), await posts.newAuthor()];
    for (const [follower, author] of [
      [lower, higher],
      [higher, lower],
    ] as const) {
      let followed: Promise<unknown> | undefined;
      await posts.inTransaction(async (holder) => {
        await holder.query('SELECT FROM author WHERE id = $1 FOR NO KEY UPDATE', [lower.authorId]);
        const following = { followerId: follower.authorId, username: author.username };
        followed = posts.bus.call(followAuthor, following);
        await isWaitedFor(holder);
        await holder.query('SELECT FROM author WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [higher.authorId]);
      });
      await followed;
    }
  });

  it.each([undefined, { isSuspended: true, version: 1 }])(
    'makes two who follow each other, and leave at once, wait for one another alone (last status: %j)',
    async (status) => {
      const leavers = [await posts.newAuthor(), await posts.newAuthor()] as const;
      const [lower, higher] = leavers;
      for (const { authorId } of leavers) await posts.seed(authorId, 1);
      await posts.bus.call(followAuthor, { followerId: lower.authorId, username: higher.username });
      await posts.bus.call(followAuthor, { followerId: higher.authorId, username: lower.username });
      const { database, departures } = await openDepartures(posts, leavers.length);
      let left: Promise<unknown>[] = [];
      try {
        await posts.inTransaction(async (holder) => {
          await holder.query('SELECT FROM follow WHERE follower_id = $1 FOR UPDATE', [lower.authorId]);
          for (const { authorId: memberId } of leavers) {
            // Without the retries of a transaction that was in a deadlock.
            const leaving = database.dataSource.transaction((tx) =>
              departures.onMemberDeleted({ memberId, keepsPosts: false, status }, tx),
            );
            left = [...left, leaving];
            await untilSoManyWait(posts.service.schema, left.length);
          }
        });
        await Promise.all(left);
      } finally {
        await Promise.allSettled(left);
        await database.dataSource.destroy();
      }
    },
  );

  it('is withdrawn before it locks the counts of those whom they followed', async () => {
    const [leaver, followed] = [await posts.newAuthor(), await posts.newAuthor()];
    await posts.bus.call(followAuthor, { followerId: leaver.authorId, username: followed.username });
    await posts.seed(leaver.authorId, 1);
    let left: Promise<void> | undefined;
    await posts.inTransaction(async (holder) => {
      await holder.query('SELECT FROM post WHERE author_id = $1 FOR UPDATE', [leaver.authorId]);
      left = leave(leaver.authorId, false);
      await isWaitedFor(holder);
      const count = 'SELECT FROM author_count WHERE author_id = $1 FOR UPDATE NOWAIT';
      expect((await holder.query(count, [followed.authorId])).rowCount).toBe(1);
    });
    await left;
  });

  it('is not touched again when it is told twice, and nothing is added afterwards', async () => {
    const { authorId, read, other } = await newLeaver();
    await leave(authorId, true);
    await leave(authorId, false);
    expect(await seen(read)).toMatchObject({ id: read });
    const text = { title: 'Late', body: 'Written as the session ended.' };
    const late = { code: 'MEMBER_NOT_FOUND' };
    await expect(posts.bus.call(createPost, { authorId, ...text })).rejects.toMatchObject(late);
    await expect(posts.bus.call(editPost, { postId: read, authorId, ...text })).rejects.toMatchObject(late);
    await posts.bus.call(followAuthor, { followerId: authorId, username: other.username });
    const follows = 'SELECT FROM follow WHERE follower_id = $1';
    expect((await posts.owner.query(follows, [authorId])).rowCount).toBe(0);
  });

  it.each([true, false])(
    'is gone if they were suspended, heard before they left: %s',
    async (isHeardBefore) => {
      const { authorId, read } = await newLeaver();
      await leaveAfterChange(authorId, { isSuspended: true, version: 1 }, isHeardBefore);
      await expect(seen(read)).rejects.toMatchObject(gone);
      const kept = 'SELECT FROM post WHERE author_id = $1 AND deleted_at IS NULL';
      expect((await posts.owner.query(kept, [authorId])).rowCount).toBe(0);
      for (const { title, body } of await textsOf(authorId))
        expect({ title, body }).toEqual({ title: '', body: '' });
      expect(await withdrawnOf(authorId)).toBe(1);
    },
  );

  it.each([true, false])(
    'stays if they were reinstated, heard before they left: %s',
    async (isHeardBefore) => {
      const { authorId } = await posts.newAuthor();
      const read = await posts.publish(authorId);
      const { title, body } = await seen(read);
      const version = (await posts.notifyStatus(authorId, true)) + 1;
      await leaveAfterChange(authorId, { isSuspended: false, version }, isHeardBefore);
      expect(await seen(read)).toMatchObject({ title, body });
      expect(await withdrawnOf(authorId)).toBe(1);
    },
  );

  it('of others is untouched', async () => {
    const { authorId, other } = await newLeaver();
    const theirs = await posts.publish(other.authorId);
    await leave(authorId, false);
    const page = await posts.bus.call(listMemberPosts, {
      username: other.username,
      cursor: null,
      viewerId: null,
    });
    expect(page.items.map(({ id }) => id)).toEqual([theirs]);
  });
});
