import { eventually } from '@likewell/testing/eventually';
import { giveSecondFactor } from '@likewell/testing/give-second-factor';
import { HttpClient, type HttpResponse } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { aSecond } from './time.js';
import { expectRejection } from './expect-rejection.js';
import { isOpenForTips } from './is-open-for-tips.js';

const PASSWORD = 'correct horse battery';
/** The automatic check leaves this text to a person. */
const LINKS = `Read this: ${Array.from({ length: 8 }, (_, index) => `https://a${index}.example`).join(' ')}`;

let stack: BootedStack;
let visitor: HttpClient;
let moderator: HttpClient;

beforeAll(async () => {
  stack = await bootStack();
  visitor = new HttpClient(stack.url);
  moderator = await joinAs('moderator', 'first_judge');
});
afterAll(() => stack.stop());

async function joinAs(role: string, username: string): Promise<HttpClient> {
  const { client, user } = await visitor.join(username);
  await giveSecondFactor(stack.schemas.auth.owner, user.id);
  await stack.operate('grant', `user=${username}`, `role=${role}`);
  await aSecond();
  return client;
}

const queue = (client: HttpClient, cursor = '') =>
  client.call('GET', `/api/moderation/queue?cursor=${cursor}`);
const decide = (client: HttpClient, revisionId: number | string, body: unknown) =>
  client.call('POST', `/api/moderation/revisions/${revisionId}/decision`, body);
const log = (client: HttpClient, query = '') => client.call('GET', `/api/moderation/decisions${query}`);

/** Writes a text that a person has to review, and returns its entry in the queue. */
async function submit(author: HttpClient, title: string): Promise<HttpResponse['body']> {
  const { body } = await author.call('POST', '/api/posts', { title, body: `${title}. ${LINKS}` });
  return queuedLine(body.id);
}

const queuedLine = (postId: number) =>
  eventually(async () => {
    const { body } = await queue(moderator);
    const line = body.items.find(({ post_id }: { post_id: number }) => post_id === postId);
    if (!line) throw new Error(`post ${postId} is not in the queue`);
    return line;
  });

const APPROVE = { verdict: 'approve' };
const SPAM = { verdict: 'reject', reason: 'spam', note: ' Links only. ' };

describe('the moderators’ routes', () => {
  it('are for moderators and admins: visitors get 401, members 403, whatever they send', async () => {
    const { client: member } = await visitor.join('mere_member');
    const admin = await joinAs('admin', 'chief_judge');
    for (const [method, path] of [
      ['GET', '/api/moderation/queue'],
      ['GET', '/api/moderation/decisions'],
      ['POST', '/api/moderation/revisions/1/decision'],
    ] as const) {
      const body = method === 'POST' ? '{broken' : undefined;
      expectRejection(await visitor.raw(method, path, body), 401, 'UNAUTHENTICATED');
      expectRejection(await member.raw(method, path, body), 403, 'MODERATORS_ONLY');
      expect([200, 400]).toContain((await admin.raw(method, path, body)).status);
      expect([200, 400]).toContain((await moderator.raw(method, path, body)).status);
    }
  });

  it('take no bad input', async () => {
    const { client: author } = await visitor.join('author_of_input');
    const { revision_id: id } = await submit(author, 'Input');
    for (const body of [
      undefined,
      {},
      [],
      { verdict: 'reject' },
      { verdict: 'reject', reason: 'dislike' },
      { verdict: 'approved' },
      { verdict: ['approve'] },
      { verdict: 'approve', note: 7 },
      { verdict: 'approve', note: 'x'.repeat(501) },
      { verdict: 'approve', note: 'bell \u0007' },
    ])
      expectRejection(await decide(moderator, id, body), 400);
    for (const wrong of ['0', '-1', '1.5', 'abc', '9'.repeat(17), '%00'])
      expectRejection(await decide(moderator, wrong, APPROVE), 400);
    expectRejection(await decide(moderator, 999_999_999, APPROVE), 404, 'REVISION_NOT_FOUND');
    for (const cursor of ['AAAA', 'x'.repeat(301), '%00'])
      expectRejection(await queue(moderator, cursor), 400);
    expectRejection(await log(moderator, '?by=everybody'), 400);
    expectRejection(await log(moderator, '?cursor=AAAA'), 400);
  });

  it('show the whole text with its reasons and its author, and decide about it once', async () => {
    const { client: author, user } = await visitor.join('author_of_links');
    const line = await submit(author, 'My links');
    expect(line).toEqual({
      revision_id: expect.any(Number),
      post_id: expect.any(Number),
      title: 'My links',
      body: `My links. ${LINKS}`,
      submitted_at: expect.any(String),
      is_edit: false,
      reasons: ['many-links'],
      author: {
        id: user.id,
        username: 'author_of_links',
        avatar: '/static/default-avatar.png',
        is_verified: false,
        approved_before: 0,
        rejected_before: 0,
      },
    });
    const second = await joinAs('moderator', 'second_judge');
    const decided = await decide(moderator, line.revision_id, SPAM);
    expect(decided.status).toBe(200);
    expect(decided.body).toMatchObject({
      verdict: 'rejected',
      reasons: ['spam'],
      note: 'Links only.',
      moderator: { username: 'first_judge' },
    });
    const late = await decide(second, line.revision_id, APPROVE);
    expectRejection(late, 409, 'ALREADY_DECIDED');
    expect(late.body.details).toEqual({ verdict: 'rejected', moderator: 'first_judge' });
    expect((await decide(moderator, line.revision_id, SPAM)).body).toEqual(decided.body);
    expect((await log(second)).body.items[0]).toEqual(decided.body);

    const mine = await author.call('GET', `/api/posts/${line.post_id}`);
    expect(mine.body.review_status).toBe('rejected');
    expectRejection(await visitor.call('GET', `/api/posts/${line.post_id}`), 404);
    expectRejection(await moderator.call('POST', `/api/posts/${line.post_id}/like`, { amount: 1 }), 404);
  });
});

describe('a post that is not public', () => {
  const read = (client: HttpClient, postId: number) => client.call('GET', `/api/posts/${postId}`);

  it('is read by moderators, in its newest text, while it waits and after it was rejected; by nobody else', async () => {
    const { client: author } = await visitor.join('author_unread');
    const { client: member } = await visitor.join('curious_member');
    const admin = await joinAs('admin', 'unread_chief');
    const { post_id: id, revision_id: revisionId } = await submit(author, 'Unread');
    for (const review_status of ['pending', 'rejected']) {
      if (review_status === 'rejected') await decide(moderator, revisionId, SPAM);
      const post = { id, title: 'Unread', body: `Unread. ${LINKS}`, review_status, is_public: false };
      for (const reader of [author, moderator, admin]) {
        const { status, body, headers } = await read(reader, id);
        expect([status, body]).toEqual([200, expect.objectContaining(post)]);
        expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
        for (const nobody of [member, visitor])
          expectRejection(await read(nobody, id), 404, 'POST_NOT_FOUND');
      }
    }
    const list = await moderator.call('GET', '/api/users/author_unread/posts');
    expect(list.body.items).toEqual([]);
    const own = await author.call('GET', '/api/users/author_unread/posts');
    expect(own.body.items).toMatchObject([{ id, review_status: 'rejected' }]);
    expectRejection(await moderator.call('PUT', `/api/posts/${id}`, { title: 'x', body: 'y' }), 404);
    expectRejection(await moderator.call('POST', `/api/posts/${id}/like`, { amount: 1 }), 404);
    await author.call('DELETE', `/api/posts/${id}`);
    expectRejection(await read(moderator, id), 404, 'POST_NOT_FOUND');
  });

  it('is read no longer by whoever was a moderator', async () => {
    const { client: author } = await visitor.join('author_later');
    const former = await joinAs('moderator', 'former_judge');
    const { post_id: id } = await submit(author, 'Later');
    expect((await read(former, id)).status).toBe(200);
    await stack.operate('grant', 'user=former_judge', 'role=member');
    // At once: auth is asked each time.
    expectRejection(await read(former, id), 404, 'POST_NOT_FOUND');
    await aSecond();
    expectRejection(await read(former, id), 404, 'POST_NOT_FOUND');
  });

  it('is told from a public one with an edit that waits, of which moderators read the public text', async () => {
    const { client: author } = await visitor.join('author_edits');
    const id = await author.publish('Public text');
    const edit = { title: 'Waits', body: LINKS };
    expect((await author.call('PUT', `/api/posts/${id}`, edit)).body).toMatchObject({
      review_status: 'pending',
      is_public: true,
    });
    await queuedLine(id);
    for (const reader of [visitor, moderator])
      expect((await read(reader, id)).body).toMatchObject({ title: 'Public text', is_public: true });
  });
});

describe('a role', () => {
  it('is in force within a second of its grant, and of its end', async () => {
    const { client, user } = await visitor.join('promoted');
    expect(user.role).toBe('member');
    expectRejection(await queue(client), 403);
    const rejected = stack.operate('grant', 'user=promoted', 'role=moderator');
    await expect(rejected).rejects.toThrow('has no second factor');
    await giveSecondFactor(stack.schemas.auth.owner, user.id);
    await stack.operate('grant', 'user=promoted', 'role=moderator');
    await aSecond();
    expect((await queue(client)).status).toBe(200);
    expect((await client.call('GET', '/api/auth/me')).body.role).toBe('moderator');
    const login = await visitor.call('POST', '/api/auth/login', {
      emailOrUser: 'promoted',
      password: PASSWORD,
    });
    expectRejection(login, 401, 'SECOND_FACTOR_NEEDED');
    await stack.operate('grant', 'user=promoted', 'role=member');
    await aSecond();
    for (let look = 0; look < 5; look += 1) expect((await queue(client)).status).toBe(403);
  });

  it('cannot be had from a form', async () => {
    const form = { username: 'self_made', email: 'self@example.org', password: PASSWORD, role: 'admin' };
    const { body } = await visitor.call('POST', '/api/auth/register', form);
    expect(body.user.role).toBe('member');
    const client = new HttpClient(stack.url, body.token);
    await client.call('PUT', '/api/users/username', { username: 'self_made_2', role: 'admin' });
    expectRejection(await queue(client), 403);
  });
});

describe('a suspension', () => {
  it('ends sessions, hides posts everywhere and stops tips; and its undoing brings all back', async () => {
    const { client: author } = await visitor.join('to_suspend');
    const { client: fan } = await visitor.join('a_fan');
    const id = await author.publish('Soon hidden');
    await fan.call('POST', '/api/posts/users/to_suspend/subscribe');
    const tip = () => fan.call('POST', `/api/posts/${id}/like`, { amount: 1 });
    expect((await tip()).status).toBe(200);
    const paths = [
      '/api/posts/best?range=all',
      '/api/posts/new',
      '/api/users/to_suspend/posts',
      '/api/posts/following/posts',
    ];
    const places = async () => {
      const pages = await Promise.all(paths.map((path) => fan.call('GET', path)));
      const found = pages.map(({ body }) => body.items.some((item: { id: number }) => item.id === id));
      return [...found, (await fan.call('GET', `/api/posts/${id}`)).status];
    };
    expect(await places()).toEqual([true, true, true, true, 200]);

    await stack.operate('suspend', 'user=to_suspend');
    await aSecond();
    expectRejection(await author.call('GET', '/api/auth/me'), 401);
    expectRejection(await author.call('POST', `/api/posts/1/like`, { amount: 1 }), 401);
    await eventually(async () => expect(await places()).toEqual([false, false, false, false, 404]));
    // The ledger learns of it later or earlier than the feeds, and accepts tips until then.
    await eventually(async () => expect(await isOpenForTips(stack, id)).toBe(false));
    expectRejection(await tip(), 404);
    const login = (password: string) =>
      visitor.call('POST', '/api/auth/login', { emailOrUser: 'to_suspend', password });
    expectRejection(await login(PASSWORD), 403, 'ACCOUNT_SUSPENDED');
    expectRejection(await login('wrong horse battery'), 401, 'WRONG_CREDENTIALS');

    await stack.operate('reinstate', 'user=to_suspend');
    expect((await login(PASSWORD)).status).toBe(200);
    await eventually(async () => expect(await places()).toEqual([true, true, true, true, 200]));
    await eventually(async () => expect((await tip()).status).toBe(200));
    expect((await visitor.call('GET', `/api/posts/${id}`)).body.likes_sum).toBe(2);
    expect((await author.call('GET', '/api/auth/me')).status).toBe(401);
  });

  it('and the badge name an unknown member with a sentence', async () => {
    await expect(stack.operate('suspend', 'user=nobody_at_all')).rejects.toMatchObject({
      code: 1,
      stderr: 'There is no member "nobody_at_all".\n',
    });
  });
});

describe('an approved post that is edited into spam', () => {
  it('never reaches a feed: its last approved text stays', async () => {
    const { client: author } = await visitor.join('turncoat');
    const id = await author.publish('Honest', 'An honest text about bread.');
    const paths = ['/api/posts/best?range=all', '/api/posts/new', '/api/users/turncoat/posts'];
    const { client: member } = await visitor.join('looks_too');
    const looking = { goesOn: true };
    const seen = new Set<string>();
    const look = async (reader: HttpClient) => {
      for (const path of paths) {
        const { body } = await reader.call('GET', path);
        for (const item of body.items) if (item.id === id) seen.add(item.title);
      }
      seen.add((await reader.call('GET', `/api/posts/${id}`)).body.title);
    };
    const looker = (async () => {
      while (looking.goesOn) await look(visitor);
    })();
    for (const [title, body] of [
      ['Spam one', LINKS],
      ['Spam two', 'Double your likes: send me your tokens.'],
      ['Spam three', 'Click here now. '.repeat(40)],
    ])
      await author.call('PUT', `/api/posts/${id}`, { title, body });
    const line = await queuedLine(id);
    expect(line).toMatchObject({ title: 'Spam three', is_edit: true, reasons: ['repeats'] });
    await decide(moderator, line.revision_id, SPAM);
    // A member is not answered from memory.
    await look(member);
    looking.goesOn = false;
    await looker;
    expect([...seen]).toEqual(['Honest']);
    expect((await author.call('GET', `/api/posts/${id}`)).body).toMatchObject({
      title: 'Spam three',
      review_status: 'rejected',
    });
    const fixed = { title: 'Honest again', body: 'Another honest text about bread.' };
    expect((await author.call('PUT', `/api/posts/${id}`, fixed)).body.review_status).toBe('pending');
    await eventually(async () =>
      expect((await visitor.call('GET', `/api/posts/${id}`)).body.title).toBe('Honest again'),
    );
  });
});
