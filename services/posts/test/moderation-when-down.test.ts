import { memberDeleted } from '@likewell/contracts/auth/events';
import type { Judgement } from '@likewell/contracts/posts/moderation';
import { getPost, listBest, listReviewQueue, decideRevision, editPost } from '@likewell/contracts/posts/rpc';
import { postErrors } from '@likewell/contracts/posts/errors';
import { EventConsumer } from '@likewell/service-kit/events/event-consumer';
import { eventually } from '@likewell/testing/eventually';
import { NodeProcess } from '@likewell/testing/node-process';
import { join } from 'node:path';
import { EntityManager } from 'typeorm';
import { BlockedWordsFile } from '../src/moderation/blocked-words-file.js';
import { parseBlockedWords } from '../src/moderation/blocked-words.js';
import { PostsUnderTest } from './posts-under-test.js';
import { say, ScriptedProvider, type Responder } from './scripted-provider.js';

const fail: Responder = (_, reply) => void reply.writeHead(500).end('no');
const APPROVE: Judgement = { verdict: 'approve', note: null };
const SPAM: Judgement = { verdict: 'reject', reason: 'spam', note: null };
const LINKS = 'www.a www.b www.c www.d www.e www.f';

let provider: ScriptedProvider;
const posts = new PostsUnderTest();
beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
afterAll(() => {
  provider.stop();
});
beforeEach(() => {
  provider.reset();
});
const notFound = { code: postErrors.POST_NOT_FOUND.code };
const read = (postId: number, viewerId: number | null = null) =>
  posts.bus.call(getPost, { postId, viewerId });
const isListed = async (postId: number) =>
  (await posts.bus.call(listBest, { range: 'all', cursor: null })).items.some(({ id }) => id === postId);

/** Returns the state of a post's newest text, with its postponed check. */
async function stateOf(postId: number) {
  const { rows } = await posts.owner.query(
    `SELECT r.id::integer AS "revisionId", r.status, r.asked_at IS NOT NULL AS asked, r.reasons, c.attempts,
       d.verdict, d.reasons AS said
     FROM post p JOIN post_revision r ON r.id = p.latest_revision_id LEFT JOIN postponed_check c ON c.revision_id = r.id
     LEFT JOIN moderation_decision d ON d.revision_id = r.id WHERE p.id = $1`,
    [postId],
  );
  return rows[0];
}

/** Waits until a check is postponed and has failed `attempts` more times. */
const postponed = (postId: number, attempts = 0) =>
  eventually(async () => expect(await stateOf(postId)).toMatchObject({ attempts }));

const isAbout = (title: string) => (question: { body: string }) => question.body.includes(title);

/** Makes all postponed checks due, as if `time` had passed. */
const passTime = (time: string) =>
  posts.owner.query(
    'UPDATE postponed_check SET due_at = due_at - $1::interval, postponed_at = postponed_at - $1::interval',
    [time],
  );

/** Writes a post while the provider gives no usable response. */
async function writeUnchecked(respond: Responder = fail, title?: string) {
  const { authorId } = await posts.newAuthor();
  provider.respond = respond;
  const postId = await posts.write(authorId, title);
  await postponed(postId);
  return { postId, authorId };
}

/**
 * Gets valid responses between the failures, so that the breaker stays closed. With three of them no ten seconds end
 * in more failures than responses, however slow the machine is: two tests in a row fail twice each.
 */
async function recover(): Promise<void> {
  provider.respond = say({});
  const { authorId } = await posts.newAuthor();
  for (let count = 0; count < 3; count += 1) await posts.publish(authorId);
}

/** Expects a moderator to find the post in the queue, and to decide about it. */
async function decideByPerson(postId: number, judgement: Judgement = APPROVE): Promise<void> {
  const { authorId: moderatorId } = await posts.newAuthor();
  const { items } = await posts.bus.call(listReviewQueue, { moderatorId, cursor: null });
  const { revisionId } = items.find((item) => item.postId === postId) ?? { revisionId: 0 };
  await posts.bus.call(decideRevision, { revisionId, moderatorId, judgement });
}

/** Makes an author leave for good whose public posts stay, and waits until posts has handled it. */
async function leave(authorId: number): Promise<void> {
  await posts.bus.tell(memberDeleted, { memberId: authorId, keepsPosts: true });
  await eventually(async () =>
    expect(
      await posts.owner.query('SELECT FROM author WHERE id = $1 AND deleted_at IS NOT NULL', [authorId]),
    ).toMatchObject({ rowCount: 1 }),
  );
}

/** Waits until a post is deleted and nothing that its author wrote is left in its texts. */
const erased = (postId: number) =>
  eventually(async () => {
    const { rows } = await posts.owner.query(
      `SELECT DISTINCT r.title, r.body, p.deleted_at IS NOT NULL AS "isDeleted"
       FROM post p JOIN post_revision r ON r.post_id = p.id WHERE p.id = $1`,
      [postId],
    );
    expect(rows).toEqual([{ title: '', body: '', isDeleted: true }]);
  });

describe('while the provider cannot be asked', () => {
  beforeAll(() => posts.start(provider.variables()));
  afterAll(() => posts.stop());
  afterEach(() => vi.restoreAllMocks());

  const FAILURES: Record<string, Responder> = {
    'an error of the server': fail,
    'too many requests': (_, reply) => void reply.writeHead(429).end('{}'),
    'a wrong key': (_, reply) => void reply.writeHead(401).end('{}'),
    'a key without rights': (_, reply) => void reply.writeHead(403).end('{}'),
    'an unknown model': (_, reply) => void reply.writeHead(404).end('{}'),
    'a redirect': (_, reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'no JSON': (_, reply) => void reply.end('<html>'),
    'another shape': (_, reply) => void reply.end('{"results":[]}'),
    'a response of 10 MB': (_, reply) => void reply.end(`{"results":"${'x'.repeat(10_000_000)}"}`),
    'a connection cut short': (_, reply) => void reply.destroy(),
    'a response that never ends': (_, reply) => void reply.write('{"results":['),
    'no response': () => undefined,
  };

  it.each(Object.entries(FAILURES))('a text waits, seen by its author alone: %s', async (fault, failing) => {
    const { postId, authorId } = await writeUnchecked(failing, fault);
    expect(await stateOf(postId)).toMatchObject({ status: 'pending', asked: false, verdict: null });
    expect(await read(postId, authorId)).toMatchObject({ reviewStatus: 'pending' });
    await expect(read(postId)).rejects.toMatchObject(notFound);
    await recover();
    await passTime('10 s');
    expect(await eventually(() => read(postId))).toMatchObject({ title: fault, reviewStatus: 'approved' });
    expect(await stateOf(postId)).toMatchObject({ verdict: 'approved', said: [], attempts: null });
  });

  it('what the provider says in the end counts', async () => {
    const flagged = await writeUnchecked();
    const rejected = await writeUnchecked(fail, 'Threat');
    provider.respond = (question, reply) => {
      const scores: Record<string, number> = question.body.includes('Threat')
        ? { 'hate/threatening': 0.99 }
        : { harassment: 0.7 };
      say(scores)(question, reply);
    };
    await passTime('10 s');
    await eventually(async () => {
      expect(await stateOf(flagged.postId)).toMatchObject({ asked: true, reasons: ['flagged-harassment'] });
      expect(await stateOf(rejected.postId)).toMatchObject({ status: 'rejected', verdict: 'rejected' });
    });
    await recover();
  });

  it('a text is compared with earlier ones once, and searched for blocked words each time', async () => {
    const query = vi.spyOn(EntityManager.prototype, 'query');
    const { postId } = await writeUnchecked(fail, 'Compared');
    for (const times of [1, 2, 3]) {
      await eventually(() => expect(provider.asked.filter(isAbout('Compared'))).toHaveLength(times));
      await recover();
      provider.respond = fail;
      await passTime('5 minutes');
    }
    await eventually(() => expect(provider.asked.filter(isAbout('Compared'))).toHaveLength(4));
    const compared = query.mock.calls.filter(
      ([sql, values]) => sql.includes('r.id < $3') && Object.values(values ?? {})[1] === postId,
    );
    expect(compared).toHaveLength(1);
    await recover();
    vi.spyOn(BlockedWordsFile.prototype, 'current').mockReturnValue(parseBlockedWords('ask: words'));
    await passTime('5 minutes');
    await eventually(async () =>
      expect(await stateOf(postId)).toMatchObject({ asked: true, reasons: ['blocked-words'] }),
    );
    expect(provider.asked.filter(isAbout('Compared'))).toHaveLength(4);
  });

  it('a text that was replaced meanwhile is not asked about again', async () => {
    const { postId, authorId } = await writeUnchecked(fail, 'Before');
    const { revisionId } = await stateOf(postId);
    await recover();
    await posts.bus.call(editPost, { postId, authorId, title: 'After', body: 'Other words.' });
    await eventually(async () => expect(await read(postId)).toMatchObject({ title: 'After' }));
    provider.reset();
    await passTime('10 s');
    await eventually(async () => {
      const { rowCount } = await posts.owner.query('SELECT FROM postponed_check WHERE revision_id = $1', [
        revisionId,
      ]);
      expect(rowCount).toBe(0);
    });
    expect(provider.asked).toEqual([]);
  });

  it('after a day a person has to look', async () => {
    const { postId } = await writeUnchecked();
    await passTime('23 hours');
    await postponed(postId, 1);
    await passTime('2 hours');
    await eventually(async () => {
      const waits = { status: 'pending', asked: true, reasons: ['provider-unavailable'], attempts: null };
      expect(await stateOf(postId)).toMatchObject(waits);
    });
    await decideByPerson(postId);
    expect(await read(postId)).toMatchObject({ reviewStatus: 'approved' });
    await recover();
  });

  it('others ask on after a restart, each about other texts', async () => {
    const texts: { postId: number }[] = [];
    for (let count = 0; count < 4; count += 1) {
      texts.push(await writeUnchecked());
      // None falls due while the others are written, however long that takes.
      await passTime('-1 hour');
      await recover();
    }
    await posts.service.replica.stop();
    provider.reset();
    const [, second] = await Promise.all([posts.service.addReplica(), posts.service.addReplica()]);
    await passTime(`${texts.length} hours 10 s`);
    await eventually(() => Promise.all(texts.map(({ postId }) => read(postId))));
    expect(provider.asked).toHaveLength(texts.length);
    await second.stop();
  });

  // Each replica judges by the requests that it made itself; one alone is left here.
  it('after some failures it is left alone for a while', async () => {
    provider.respond = fail;
    const { authorId } = await posts.newAuthor();
    let count = 0;
    for (; provider.asked.length === count && count < 60; count += 1) {
      await postponed(await posts.write(authorId));
      // None falls due while the others are written, however long that takes.
      await passTime('-1 hour');
    }
    expect(provider.asked.length).toBe(count - 1);
    await postponed(await posts.write(authorId));
    expect(provider.asked.length).toBe(count - 1);
  });
});

describe('with MODERATION_WHEN_DOWN=publish', () => {
  beforeAll(() => posts.start({ ...provider.variables(), MODERATION_WHEN_DOWN: 'publish' }));
  afterAll(() => posts.stop());
  afterEach(() => recover());

  it('a text is public at once, and only the later check is in the log', async () => {
    const { postId } = await writeUnchecked();
    expect(await read(postId)).toMatchObject({ reviewStatus: 'approved' });
    expect(await stateOf(postId)).toMatchObject({ verdict: null, attempts: 0 });
    provider.reset();
    await passTime('10 s');
    await eventually(async () =>
      expect(await stateOf(postId)).toMatchObject({ verdict: 'approved', said: [] }),
    );
    expect(provider.asked).toHaveLength(1);
    expect(await read(postId)).toMatchObject({ reviewStatus: 'approved' });
  });

  it('one that fails it is hidden everywhere, also from tips', async () => {
    const { postId, authorId } = await writeUnchecked();
    expect(await isListed(postId)).toBe(true);
    provider.respond = say({ 'hate/threatening': 0.99 });
    await passTime('10 s');
    await eventually(() => expect(read(postId)).rejects.toMatchObject(notFound));
    expect(await isListed(postId)).toBe(false);
    expect(await read(postId, authorId)).toMatchObject({ reviewStatus: 'rejected' });
    expect(await stateOf(postId)).toMatchObject({ verdict: 'rejected', said: ['flagged-hate-threatening'] });
    const { rows } = await posts.owner.query(
      `SELECT subject FROM outbox WHERE (envelope #>> '{data,postId}')::integer = $1 ORDER BY seq DESC LIMIT 1`,
      [postId],
    );
    expect(rows[0].subject).toBe('event.posts.post-withdrawn');
  });

  it.each(['what the check leaves to a person', 'a day without the provider'])(
    'one is hidden until a person approves it: %s',
    async (why) => {
      const { postId, authorId } = await writeUnchecked();
      provider.respond = why.startsWith('a day') ? fail : say({ harassment: 0.7 });
      await passTime(why.startsWith('a day') ? '25 hours' : '10 s');
      await eventually(() => expect(read(postId)).rejects.toMatchObject(notFound));
      expect(await read(postId, authorId)).toMatchObject({ reviewStatus: 'pending' });
      await decideByPerson(postId);
      expect(await read(postId)).toMatchObject({ reviewStatus: 'approved' });
      expect(await isListed(postId)).toBe(true);
    },
  );

  it.each([400, 413, 422])('one that the provider rejects with %d is not public unread', async (status) => {
    const reject: Responder = (_, reply) => void reply.writeHead(status).end('{}');
    const crafted = await writeUnchecked(reject);
    await expect(read(crafted.postId)).rejects.toMatchObject(notFound);
    const { postId, authorId } = await writeUnchecked();
    expect(await read(postId)).toMatchObject({ reviewStatus: 'approved' });
    provider.respond = reject;
    await passTime('10 s');
    await eventually(() => expect(read(postId)).rejects.toMatchObject(notFound));
    expect(await read(postId, authorId)).toMatchObject({ reviewStatus: 'pending' });
    expect(await stateOf(postId)).toMatchObject({ asked: true, reasons: ['provider-unavailable'] });
  });

  it('the text before an edit that fails is back', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.publish(authorId, 'Checked');
    provider.respond = fail;
    for (const title of ['Not checked', 'Nor this']) {
      await posts.bus.call(editPost, { postId, authorId, title, body: `Other words: ${title}` });
      await eventually(async () => expect(await read(postId)).toMatchObject({ title }));
    }
    provider.respond = say({ 'hate/threatening': 0.99 });
    await passTime('10 s');
    await eventually(async () => expect(await read(postId)).toMatchObject({ title: 'Checked' }));
    expect(await isListed(postId)).toBe(true);
    expect(await read(postId, authorId)).toMatchObject({ title: 'Nor this', reviewStatus: 'rejected' });
  });

  it('one that was replaced meanwhile is superseded, and not asked about again', async () => {
    const { postId, authorId } = await writeUnchecked(fail, 'Before');
    const { revisionId } = await stateOf(postId);
    await posts.bus.call(editPost, { postId, authorId, title: 'After', body: 'Other words.' });
    await eventually(async () => expect(await read(postId)).toMatchObject({ title: 'After' }));
    provider.reset();
    await passTime('10 s');
    await eventually(async () => {
      const { rows } = await posts.owner.query(
        `SELECT r.status, c.revision_id AS postponed
         FROM post_revision r LEFT JOIN postponed_check c ON c.revision_id = r.id WHERE r.id = $1`,
        [revisionId],
      );
      expect(rows).toEqual([{ status: 'superseded', postponed: null }]);
    });
    expect(provider.asked.filter(isAbout('Before'))).toEqual([]);
  });

  it('the emptied text before an edit that fails is not, once its author has left', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.publish(authorId, 'Checked');
    provider.respond = fail;
    await posts.bus.call(editPost, { postId, authorId, title: 'Not checked', body: 'Other words' });
    await eventually(async () => expect(await read(postId)).toMatchObject({ title: 'Not checked' }));
    await leave(authorId);
    provider.respond = say({ 'hate/threatening': 0.99 });
    await passTime('10 s');
    await eventually(() => expect(read(postId)).rejects.toMatchObject(notFound));
    expect(await isListed(postId)).toBe(false);
    await erased(postId);
  });

  it('one whose author has left waits for a person, and is emptied when they reject it', async () => {
    const { authorId } = await posts.newAuthor();
    const checked = await posts.publish(authorId, 'Checked');
    provider.respond = fail;
    const rejected = await posts.write(authorId);
    const approved = await posts.write(authorId, 'Approved');
    for (const postId of [rejected, approved]) await postponed(postId);
    await leave(authorId);
    provider.respond = say({ harassment: 0.7 });
    await passTime('10 s');
    for (const postId of [rejected, approved])
      await eventually(() => expect(read(postId)).rejects.toMatchObject(notFound));
    await decideByPerson(rejected, SPAM);
    await erased(rejected);
    await decideByPerson(approved);
    for (const [postId, title] of [
      [approved, 'Approved'],
      [checked, 'Checked'],
    ] as const)
      expect(await read(postId)).toMatchObject({ title });
  });

  it('one whose author has left is emptied when an edit of theirs came after it', async () => {
    const { postId, authorId } = await writeUnchecked();
    await posts.bus.call(editPost, { postId, authorId, title: 'Links', body: LINKS });
    await eventually(async () => expect(await stateOf(postId)).toMatchObject({ asked: true }));
    await leave(authorId);
    expect(await read(postId)).toMatchObject({ title: 'A title' });
    provider.respond = say({ harassment: 0.7 });
    await passTime('10 s');
    await eventually(() => expect(read(postId)).rejects.toMatchObject(notFound));
    await erased(postId);
  });

  it('an author who proposes another text does not escape the check of the one that is public', async () => {
    const { postId, authorId } = await writeUnchecked();
    await posts.bus.call(editPost, { postId, authorId, title: 'Links', body: LINKS });
    await eventually(async () => expect(await stateOf(postId)).toMatchObject({ asked: true }));
    expect(await read(postId)).toMatchObject({ title: 'A title' });
    provider.respond = say({ harassment: 0.7 });
    await passTime('10 s');
    await eventually(() => expect(read(postId)).rejects.toMatchObject(notFound));
    expect(await stateOf(postId)).toMatchObject({ status: 'pending', reasons: ['many-links'] });
  });
});

it('our own stop is no failure of the provider: a check that is under way goes on with it', async () => {
  await posts.start({ ...provider.variables(), MODERATION_WHEN_DOWN: 'publish' });
  let open!: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const query = EntityManager.prototype.query;
  const queried = vi.spyOn(EntityManager.prototype, 'query').mockImplementation(async function (
    this: EntityManager,
    ...given
  ) {
    if (given[0].includes('r.id < $3')) await gate;
    return query.apply(this, given);
  });
  const stopped = vi.spyOn(EventConsumer.prototype, 'stop');
  const { authorId } = await posts.newAuthor();
  const postId = await posts.write(authorId);
  await eventually(() =>
    expect(queried).toHaveBeenCalledWith(expect.stringContaining('r.id < $3'), expect.anything()),
  );
  const stop = posts.service.replica.stop();
  await eventually(() => expect(stopped).toHaveBeenCalled());
  open();
  await stop;
  vi.restoreAllMocks();
  expect(await stateOf(postId)).toMatchObject({ verdict: 'approved', attempts: null });
  await posts.stop();
});

it('a key that the provider rejects is an alarm, in the log and among the metrics', async () => {
  await posts.start();
  await posts.service.replica.stop();
  const process = await NodeProcess.prepare(join(import.meta.dirname, '..'), {
    ...provider.variables(),
    DATABASE_URL: posts.service.schema.url,
    NATS_URL: posts.service.natsServer.url,
    CURSOR_SECRET: 'a secret for cursors of the tests alone',
  });
  await process.start();
  const rejected = () => process.metric('likewell_moderation_asked_total', 'outcome="key-rejected"');
  expect(await rejected()).toBe(0);
  await writeUnchecked((_, reply) => void reply.writeHead(401).end('{}'));
  const line = (await process.logged('moderation-key-rejected'))
    .split('\n')
    .find((each) => each.includes('moderation-key-rejected'));
  expect(JSON.parse(line ?? '')).toMatchObject({ level: 50, alarm: 'moderation-key-rejected' });
  expect(line).not.toContain('key of the tests');
  expect(await rejected()).toBe(1);
  await process.stop();
  await posts.stop();
});
