import { createPost, editPost, getPost, listReviewQueue } from '@likewell/contracts/posts/rpc';
import { eventually } from '@likewell/testing/eventually';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { PostsUnderTest } from './posts-under-test.js';

/** What the provider does with the next texts. */
type Responder = (
  request: { body: string; headers: IncomingMessage['headers'] },
  reply: ServerResponse,
) => void;

const result = (scores: Record<string, number>) => ({
  flagged: Object.values(scores).some((score) => score > 0.5),
  categories: Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, score > 0.5])),
  category_scores: scores,
});
const say =
  (scores: Record<string, number>): Responder =>
  (_, reply) => {
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify({ id: 'modr-1', model: 'omni-moderation-latest', results: [result(scores)] }));
  };

let provider: Server;
let respond: Responder = say({});
let asked: { body: string; headers: IncomingMessage['headers'] }[] = [];
let posts: PostsUnderTest;

/** Posts that asks the provider, and waits so long for its response. */
const startPosts = (timeoutMs: number) =>
  PostsUnderTest.start({
    MODERATION_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1/`,
    MODERATION_API_KEY: 'key of the tests',
    MODERATION_TIMEOUT_MS: String(timeoutMs),
  });

beforeAll(async () => {
  provider = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const seen = { body: Buffer.concat(chunks).toString(), headers: request.headers };
      asked.push(seen);
      respond(seen, reply);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => provider.once('listening', resolve));
  posts = await startPosts(5000);
});
afterAll(async () => {
  await posts.stop();
  provider.closeAllConnections();
  provider.close();
});
beforeEach(() => {
  asked = [];
  respond = say({});
});

interface Outcome {
  status: string;
  queue: string[];
  logged: { verdict: string; reasons: string[] }[];
}

/** Writes a post and waits for what the automatic check makes of it. */
async function review(title: string, body?: string, world = posts): Promise<Outcome> {
  const { authorId } = await world.newAuthor();
  const postId = await world.write(authorId, title, body);
  const { rows } = await eventually(async () => {
    const found = await world.owner.query(
      `SELECT r.status, r.reasons FROM post_revision r
       WHERE r.post_id = $1 AND (r.status <> 'pending' OR r.asked_at IS NOT NULL)`,
      [postId],
    );
    expect(found.rowCount).toBe(1);
    return found;
  });
  const log = await world.owner.query(
    'SELECT verdict, reasons FROM moderation_decision WHERE post_id = $1 AND moderator_id IS NULL',
    [postId],
  );
  const isPublic = await world.bus.call(getPost, { postId, viewerId: null }).then(
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
  expect(asked).toHaveLength(1);
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    model: 'omni-moderation-latest',
    input: 'Bread\n\nBread needs time.',
  });
  expect(asked[0]?.headers.authorization).toBe('Bearer key of the tests');
});

/** What a contract takes of an author that nobody reads. All else is text, which is checked before it is public. */
const NOT_READ = ['authorId', 'postId', 'draftId'];
/** Too many for the local check to publish, each in few letters. */
const LINKS = 'www.a www.b www.c www.d www.e www.f';

const TEXTS = Object.entries({ 'a new post': createPost, 'an edit': editPost }).flatMap(([of, contract]) =>
  Object.keys(contract.input.shape)
    .filter((key) => !NOT_READ.includes(key))
    .map((text) => ({ of, contract, text })),
);

/** Sends what has `words` in one of its texts. */
async function send({ contract, text }: (typeof TEXTS)[number], words: string): Promise<number> {
  const { authorId } = await posts.newAuthor();
  const postId = contract === editPost ? await posts.publish(authorId) : 0;
  const input = { authorId, postId, title: 'A title', body: 'What nobody said before.', [text]: words };
  return (await posts.bus.call(contract, input)).id;
}

it.each(TEXTS)('the $text of $of is public after it was asked about', async (of) => {
  const postId = await send(of, 'Marmalade');
  await eventually(async () => {
    const post = await posts.bus.call(getPost, { postId, viewerId: null });
    expect(inspect(post)).toContain('Marmalade');
  });
  expect(asked.filter(({ body }) => body.includes('Marmalade'))).toHaveLength(1);
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
  let answer = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    respond = (request, reply) => {
      answer = () => {
        say({})(request, reply);
      };
      resolve();
    };
  });
  const outcome = review('Asked outside of a transaction');
  await isAsked;
  // What posts does besides lasts for a moment; the provider is given 5 s.
  await eventually(async () => {
    const { rowCount } = await posts.owner.query(
      `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE usename = current_schema() AND locktype = 'virtualxid'`,
    );
    expect(rowCount).toBe(0);
  }, 4000);
  answer();
  expect(await outcome).toMatchObject({ status: 'approved' });
});

it('a flag goes to a person, a sure one is rejected, each with its codes', async () => {
  respond = say({ harassment: 0.7, violence: 0.1 });
  expect(await review('Flagged')).toMatchObject({
    status: 'pending',
    queue: ['flagged-harassment'],
    logged: [],
  });
  respond = say({ 'hate/threatening': 0.99 });
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
  expect(asked).toEqual([]);
});

const FAILURES: Record<string, Responder> = {
  'an error of the server': (_, reply) => void reply.writeHead(500).end('no'),
  'too many requests': (_, reply) => void reply.writeHead(429).end('{}'),
  'a wrong key': (_, reply) => void reply.writeHead(401).end('{}'),
  'a redirect': (_, reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'no JSON': (_, reply) => void reply.end('<html>'),
  'another shape': (_, reply) => void reply.end('{"results":[]}'),
  'a response of 10 MB': (_, reply) => void reply.end(`{"results":"${'x'.repeat(10_000_000)}"}`),
  'a connection cut short': (_, reply) => void reply.destroy(),
};

const SILENCES: Record<string, Responder> = {
  'a response that never ends': (_, reply) => void reply.write('{"results":['),
  'no response': () => undefined,
};

/** The local rules alone have decided about a text, after the provider was asked once. */
async function expectUnchecked(fault: string, world = posts): Promise<void> {
  expect([fault, await review(fault, undefined, world)]).toMatchObject([
    fault,
    { status: 'approved', logged: [{ verdict: 'approved', reasons: ['provider-unavailable'] }] },
  ]);
  expect([fault, asked.length]).toEqual([fault, 1]);
}

it('while it says nothing the local rules decide alone, and the log says so', async () => {
  const hasty = await startPosts(2000);
  for (const [fault, silent] of Object.entries(SILENCES)) {
    respond = silent;
    asked = [];
    await expectUnchecked(fault, hasty);
  }
  await hasty.stop();
});

it('while it fails in any way the local rules decide, and the log says so', async () => {
  for (const [fault, failing] of Object.entries(FAILURES)) {
    respond = failing;
    await expectUnchecked(fault);
    // Good responses between the bad ones keep the breaker closed.
    respond = say({});
    await review('Fine');
    await review('Fine as well');
    asked = [];
  }
});

it('after some failures it is left alone for a while', async () => {
  respond = (_, reply) => void reply.writeHead(503).end();
  // As many as outweigh the good responses of the tests before this one.
  let count = 0;
  for (; asked.length === count && count < 60; count += 1) await review(`Text ${count}`);
  expect(asked.length).toBe(count - 1);
  await review('One more');
  expect(asked.length).toBe(count - 1);
});
