import { createPost, editPost, getPost, listReviewQueue } from '@likewell/contracts/posts/rpc';
import { eventually } from '@likewell/testing/eventually';
import { inspect } from 'node:util';
import { PostsUnderTest } from './posts-under-test.js';
import { say, ScriptedProvider } from './scripted-provider.js';

let provider: ScriptedProvider;
const posts = new PostsUnderTest();

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  await posts.start(provider.variables());
});
afterAll(async () => {
  await posts.stop();
  provider.stop();
});
beforeEach(() => {
  provider.reset();
});

interface Outcome {
  status: string;
  queue: string[];
  logged: { verdict: string; reasons: string[] }[];
}

/** Writes a post and waits for the result of the automatic check. */
async function review(title: string, body?: string): Promise<Outcome> {
  const { authorId } = await posts.newAuthor();
  const postId = await posts.write(authorId, title, body);
  const { rows } = await eventually(async () => {
    const found = await posts.owner.query(
      `SELECT r.status, r.reasons FROM post_revision r
       WHERE r.post_id = $1 AND (r.status <> 'pending' OR r.asked_at IS NOT NULL)`,
      [postId],
    );
    expect(found.rowCount).toBe(1);
    return found;
  });
  const log = await posts.owner.query(
    'SELECT verdict, reasons FROM moderation_decision WHERE post_id = $1 AND moderator_id IS NULL',
    [postId],
  );
  const isPublic = await posts.bus.call(getPost, { postId, viewerId: null }).then(
    () => true,
    () => false,
  );
  expect(isPublic).toBe(rows[0].status === 'approved');
  return { status: rows[0].status, queue: rows[0].reasons, logged: log.rows };
}

it('a text that it has nothing against is published, and it was asked once, with the key', async () => {
  expect(await review('Bread', 'Bread needs time.')).toMatchObject({
    status: 'approved',
    logged: [{ verdict: 'approved', reasons: [] }],
  });
  expect(provider.asked).toHaveLength(1);
  expect(JSON.parse(provider.asked[0]?.body ?? '')).toEqual({
    model: 'omni-moderation-latest',
    input: 'Bread\n\nBread needs time.',
  });
  expect(provider.asked[0]?.headers.authorization).toBe('Bearer key of the tests');
});

/**
 * Inputs of contracts from an author that are not texts. Everything else is text, which is checked before it
 * is public.
 */
const NOT_READ = ['authorId', 'postId', 'draftId'];
/** More links than the local check publishes, in few letters. */
const LINKS = 'www.a www.b www.c www.d www.e www.f';

const TEXTS = Object.entries({ 'a new post': createPost, 'an edit': editPost }).flatMap(([of, contract]) =>
  Object.keys(contract.input.shape)
    .filter((key) => !NOT_READ.includes(key))
    .map((text) => ({ of, contract, text })),
);

/** Sends an input that has `words` in one of its texts. */
async function send({ contract, text }: (typeof TEXTS)[number], words: string): Promise<number> {
  const { authorId } = await posts.newAuthor();
  const postId = contract === editPost ? await posts.publish(authorId) : 0;
  const input = { authorId, postId, title: 'A title', body: 'What nobody said before.', [text]: words };
  const { id } = await posts.bus.call(contract, input).catch((cause: unknown) => {
    throw new Error(`${text} takes no words. An input that is no text is in NOT_READ`, { cause });
  });
  return id;
}

it.each(TEXTS)('the $text of $of is public after it was asked about', async (of) => {
  const postId = await send(of, 'Marmalade');
  await eventually(async () => {
    const post = await posts.bus.call(getPost, { postId, viewerId: null });
    expect(inspect(post)).toContain('Marmalade');
  });
  expect(provider.asked.filter(({ body }) => body.includes('Marmalade'))).toHaveLength(1);
});

it.each(TEXTS)('the $text of $of is seen by the local check, and by whom it leaves it to', async (of) => {
  const postId = await send(of, LINKS);
  const { authorId: moderatorId } = await posts.newAuthor();
  await eventually(async () => {
    const { items } = await posts.bus.call(listReviewQueue, { moderatorId, cursor: null });
    const queued = items.find((item) => item.postId === postId);
    expect(queued?.reasons).toEqual(['many-links']);
    expect(inspect(queued)).toContain(LINKS);
  });
});

it('no transaction is open while it is asked', async () => {
  let respond = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    provider.respond = (request, reply) => {
      respond = () => {
        say({})(request, reply);
      };
      resolve();
    };
  });
  const outcome = review('Asked outside of a transaction');
  await isAsked;
  // The other work of posts takes a moment; the provider's timeout is 5 s.
  await eventually(async () => {
    const { rowCount } = await posts.owner.query(
      `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE usename = current_schema() AND locktype = 'virtualxid'`,
    );
    expect(rowCount).toBe(0);
  }, 4000);
  respond();
  expect(await outcome).toMatchObject({ status: 'approved' });
});

it('a flag goes to a person, a sure one is rejected, each with its codes', async () => {
  provider.respond = say({ harassment: 0.7, violence: 0.1 });
  expect(await review('Flagged')).toMatchObject({
    status: 'pending',
    queue: ['flagged-harassment'],
    logged: [],
  });
  provider.respond = say({ 'hate/threatening': 0.99 });
  expect(await review('Sure')).toMatchObject({
    status: 'rejected',
    logged: [{ verdict: 'rejected', reasons: ['flagged-hate-threatening'] }],
  });
});

it('a text that the local rules stop is not sent to it', async () => {
  expect(await review('Links', 'www. '.repeat(9))).toMatchObject({
    status: 'pending',
    queue: ['many-links'],
  });
  expect(await review('Double your likes')).toMatchObject({ status: 'rejected' });
  expect(provider.asked).toEqual([]);
});
