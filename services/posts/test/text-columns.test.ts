import { createPost, exportTexts } from '@likewell/contracts/posts/rpc';
import { memberDeleted } from '@likewell/contracts/auth/events';
import { eventually } from '@likewell/testing/eventually';
import { randomUUID } from 'node:crypto';
import { usePosts } from './posts-under-test.js';

const posts = usePosts();
const EXPORTED = Object.keys(exportTexts.output.shape.texts.element.shape);

/**
 * What becomes of each column of a text: `exported` is its key in the file with its author's data, null if the
 * file need not have it; `isErased` is true for what its author wrote, of which nothing stays when they leave.
 */
const COLUMNS: Record<string, { exported: string | null; isErased: boolean }> = {
  id: { exported: 'id', isErased: false },
  post_id: { exported: 'postId', isErased: false },
  title: { exported: 'title', isErased: true },
  body: { exported: 'body', isErased: true },
  draft_id: { exported: 'draftedWithAi', isErased: true },
  status: { exported: 'status', isErased: false },
  created_at: { exported: 'createdAt', isErased: false },
  decided_at: { exported: 'decidedAt', isErased: false },
  asked_at: { exported: null, isErased: false },
  is_withheld: { exported: null, isErased: false },
  reasons: { exported: null, isErased: false },
};
const ERASED = Object.keys(COLUMNS).filter((column) => COLUMNS[column]?.isErased);

it('what becomes of each column of a text is known', async () => {
  const { rows } = await posts.owner.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = 'post_revision'::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  const names = rows.map(({ name }) => name);
  expect(names.sort(), 'COLUMNS says of each whether it is exported and erased').toEqual(
    Object.keys(COLUMNS).sort(),
  );
});

it.each(Object.entries(COLUMNS))('%s is in the file of its author, if it has to be', (_, { exported }) => {
  expect([...EXPORTED, null]).toContain(exported);
});

it('nothing that an author wrote stays in a deleted text of theirs when they leave', async () => {
  const { authorId } = await posts.newAuthor();
  const text = { title: 'A title', body: 'Some words.', draftId: randomUUID() };
  const { id } = await posts.bus.call(createPost, { authorId, ...text });
  const written = async () => {
    const { rows } = await posts.owner.query<Record<string, string | null>>(
      `SELECT ${ERASED.join()} FROM post_revision WHERE post_id = $1`,
      [id],
    );
    return Object.keys(rows[0] ?? {}).filter((column) => rows[0]?.[column]);
  };
  expect(await written(), 'the text above has a value in each').toEqual(ERASED);
  await posts.bus.tell(memberDeleted, { memberId: authorId, keepsPosts: false });
  await eventually(async () => expect(await written()).toEqual([]));
});
