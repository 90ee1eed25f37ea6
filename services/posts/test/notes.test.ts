import { memberDeleted } from '@likewell/contracts/auth/events';
import { decideRevision, listDecisions } from '@likewell/contracts/posts/rpc';
import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { eventually } from '@likewell/testing/eventually';
import { openTestDatabase } from '@likewell/testing/test-database';
import type { Type } from '@nestjs/common';
import pg from 'pg';
import { eraseOldNotes } from '../src/moderation/decisions.queries.js';
import { usePosts } from './posts-under-test.js';

const posts = usePosts({ MODERATION: 'manual' });
const NOTE = 'Third time this week.';

/** Runs the job until there is no more to do, as a replica does. */
async function runJob(): Promise<void> {
  const database = await openTestDatabase(posts.service.schema.url, 1);
  const Job = deletesOld('TestJobs', eraseOldNotes) as Type<{ run(): Promise<boolean> }>;
  const job = new Job(database);
  while (await job.run());
  await database.dataSource.destroy();
}

/** Writes a post that a moderator approves with a note, so many days ago. Returns the post. */
async function noted(authorId: number, days = 0): Promise<number> {
  const postId = await posts.write(authorId);
  const { authorId: moderatorId } = await posts.newAuthor();
  await eventually(async () => {
    const sql =
      'SELECT id::int AS "revisionId" FROM post_revision WHERE post_id = $1 AND asked_at IS NOT NULL';
    const [asked] = (await posts.owner.query<{ revisionId: number }>(sql, [postId])).rows;
    if (!asked) throw new Error('the text is not left to a person yet');
    await posts.bus.call(decideRevision, {
      ...asked,
      moderatorId,
      judgement: { verdict: 'approve', note: NOTE },
    });
  });
  await posts.owner.query(
    'UPDATE moderation_decision SET decided_at = now() - make_interval(days => $2) WHERE post_id = $1',
    [postId, days],
  );
  return postId;
}

const decisionOf = async (postId: number) =>
  (await posts.owner.query('SELECT * FROM moderation_decision WHERE post_id = $1', [postId])).rows[0] as {
    note: string | null;
  };

describe('what a moderator noted', () => {
  it('is emptied after 400 days and no sooner, and the rest of the decision stays', async () => {
    const { authorId } = await posts.newAuthor();
    const [old, young] = [await noted(authorId, 401), await noted(authorId, 399)];
    const before = { old: await decisionOf(old), young: await decisionOf(young) };
    expect(before.old.note).toBe(NOTE);
    await runJob();
    expect(await decisionOf(old)).toEqual({ ...before.old, note: null });
    expect(await decisionOf(young)).toEqual(before.young);
    const { items } = await posts.bus.call(listDecisions, { by: 'moderators', cursor: null });
    expect(items.find(({ postId }) => postId === old)).toMatchObject({ verdict: 'approved', note: null });
  });

  it.each([true, false])(
    'is emptied once its author has left, and of nobody else (posts stay: %s)',
    async (keepsPosts) => {
      const [leaver, other] = [await posts.newAuthor(), await posts.newAuthor()];
      const [theirs, others] = [await noted(leaver.authorId), await noted(other.authorId)];
      await posts.bus.tell(memberDeleted, { memberId: leaver.authorId, keepsPosts });
      const left = 'SELECT FROM author WHERE id = $1 AND deleted_at IS NOT NULL';
      await eventually(async () =>
        expect((await posts.owner.query(left, [leaver.authorId])).rowCount).toBe(1),
      );
      await runJob();
      expect((await decisionOf(theirs)).note).toBeNull();
      expect((await decisionOf(others)).note).toBe(NOTE);
    },
  );

  it('is all emptied at once, however much there is', async () => {
    const { authorId } = await posts.newAuthor();
    const ids = await posts.seed(authorId, 5001);
    await posts.owner.query(
      `INSERT INTO moderation_decision (revision_id, post_id, author_id, verdict, reasons, note, decided_at)
       SELECT published_revision_id, id, author_id, 'approved', '{}', 'A note', now() - interval '401 days'
       FROM post WHERE id = ANY ($1)`,
      [ids],
    );
    await runJob();
    const kept = 'SELECT FROM moderation_decision WHERE post_id = ANY ($1) AND note IS NOT NULL';
    expect((await posts.owner.query(kept, [ids])).rowCount).toBe(0);
  });

  it('is emptied by each replica, from its start on', async () => {
    const { authorId } = await posts.newAuthor();
    const old = await noted(authorId, 401);
    const replica = await posts.service.addReplica();
    await eventually(async () => expect((await decisionOf(old)).note).toBeNull());
    await replica.stop();
  });

  it('makes a replica wait for none that another one empties', async () => {
    const { authorId } = await posts.newAuthor();
    const [locked, free] = [await noted(authorId, 401), await noted(authorId, 401)];
    const other = await posts.owner.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM moderation_decision WHERE post_id = $1 FOR UPDATE', [locked]);
      await runJob();
      expect((await decisionOf(free)).note).toBeNull();
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
  });

  it('is emptied in no younger decision by a temporary table in place of ours', async () => {
    const { authorId } = await posts.newAuthor();
    const young = await noted(authorId);
    const service = new pg.Client({ connectionString: posts.service.schema.url });
    await service.connect();
    try {
      await service.query('CREATE TEMP TABLE author (id bigint, deleted_at timestamptz)');
      await service.query('INSERT INTO pg_temp.author VALUES ($1, now())', [authorId]);
      await service.query('GRANT SELECT ON pg_temp.author TO PUBLIC');
      await service.query('SELECT erase_old_notes()');
    } finally {
      await service.end();
    }
    expect((await decisionOf(young)).note).toBe(NOTE);
  });
});
