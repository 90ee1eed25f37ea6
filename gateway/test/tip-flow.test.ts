import { HttpClient } from '@likewell/testing/http-client';
import { eventually } from '@likewell/testing/eventually';
import { startStack, type TestStack } from '@likewell/testing/start-stack';
import { randomUUID } from 'node:crypto';
import { isOpenForTips } from './is-open-for-tips.js';

let stack: TestStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await startStack();
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

const PAUSE_MS = 20;
/** A second, without the time of the looks on a machine that has nothing else to do. */
const PAUSES_OF_A_SECOND = 43;
/** As long as `eventually` waits where no time is promised. */
const SEEN_MS = 15_000;

/**
 * Returns the number of pauses until the effect of an action is visible: the median of five, on which a pause
 * of the machine has no effect. A busy machine takes longer for each look, and as much longer for the effect.
 */
async function medianPauses(act: (count: number) => Promise<() => Promise<void>>): Promise<number> {
  const counts: number[] = [];
  for (const count of [1, 2, 3, 4, 5]) {
    const seen = await act(count);
    let looks = 0;
    const look = () => {
      looks += 1;
      return seen();
    };
    await eventually(look, SEEN_MS, PAUSE_MS);
    counts.push(looks - 1);
  }
  return counts.sort((a, b) => a - b)[2] ?? Infinity;
}

describe('a tip', () => {
  it('of 1.5 leaves 98.5 and 101.05, shows on the post at once and on Best within a second', async () => {
    const { client: maya } = await visitor.join('maya');
    const { client: noor, user } = await visitor.join('noor');
    expect(user).toMatchObject({
      username: 'noor',
      tokens: 100,
      tokensNano: '100000000000',
      is_verified: false,
    });
    const id = await maya.publish('Night trains');

    const tip = await noor.call('POST', `/api/posts/${id}/like`, { amount: 1.5 });

    expect(tip.status).toBe(200);
    expect(tip.body).toMatchObject({ tokens: 98.5, tokensNano: '98500000000', likes_sum: 1.5 });
    const post = await visitor.call('GET', `/api/posts/${id}`);
    expect(post.body).toMatchObject({
      likes_sum: 1.5,
      likesSumNano: '1500000000',
      review_status: 'approved',
    });
    expect((await maya.call('GET', '/api/auth/me')).body.tokens).toBe(101.05);
    await eventually(async () => {
      const best = await visitor.call('GET', '/api/posts/best?range=all&cursor=');
      expect(best.body.items[0]).toMatchObject({ id, likes_sum: 1.5, author: { username: 'maya' } });
    });
    const pauses = await medianPauses(async (count) => {
      const likes_sum = 1.5 + count;
      const { body } = await noor.call('POST', `/api/posts/${id}/like`, { amount: 1 });
      expect(body.likes_sum).toBe(likes_sum);
      return async () => {
        const best = await visitor.call('GET', '/api/posts/best?range=all&cursor=');
        expect(best.body.items[0]).toMatchObject({ id, likes_sum });
      };
    });
    expect(pauses).toBeLessThan(PAUSES_OF_A_SECOND);
  });

  it('200 times in parallel from a balance of 100 settles exactly 100', async () => {
    const { client: author } = await visitor.join('author_of_many');
    const { client: payer } = await visitor.join('payer_of_many');
    const id = await author.publish('Bread');
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => payer.call('POST', `/api/posts/${id}/like`, { amount: 1 })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(100);
    const rejected = responses.filter(({ status }) => status !== 200);
    expect(rejected).toHaveLength(100);
    for (const { status, body } of rejected) {
      expect([status, body.code]).toEqual([422, 'INSUFFICIENT_FUNDS']);
      expect(body.error).toMatch(/not have enough/);
    }
    expect((await payer.call('GET', '/api/auth/me')).body.tokensNano).toBe('0');
  });

  it('with the same Idempotency-Key moves money once, and with another amount is 422', async () => {
    const { client: author } = await visitor.join('author_of_key');
    const { client: payer } = await visitor.join('payer_of_key');
    const id = await author.publish('Chess');
    const headers = { 'Idempotency-Key': randomUUID() };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => payer.call('POST', `/api/posts/${id}/like`, { amount: 2 }, headers)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect((await payer.call('GET', '/api/auth/me')).body.tokens).toBe(98);
    const other = await payer.call('POST', `/api/posts/${id}/like`, { amount: 3 }, headers);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('by a member who joined through a link pays the sharer ten percent', async () => {
    const { client: sharer, user } = await visitor.join('sharer');
    const { client: payer } = await visitor.join('referred', user.public_token);
    const { client: author } = await visitor.join('third');
    await payer.call('POST', `/api/posts/${await author.publish('Links')}/like`, { amount: 10 });
    expect((await sharer.call('GET', '/api/auth/me')).body.tokens).toBe(101);
  });
});

describe('a session', () => {
  it('ends everywhere at logout, also when it was just used', async () => {
    const { client } = await visitor.join('leaving');
    expect((await client.call('GET', '/api/auth/me')).status).toBe(200);
    expect((await client.call('POST', '/api/auth/logout')).status).toBe(200);
    expect((await client.call('GET', '/api/auth/me')).status).toBe(401);
  });

  it('begins by username or e-mail in any case, and never by a wrong password', async () => {
    await visitor.join('someone');
    for (const emailOrUser of ['someone', 'SomeOne', 'SOMEONE@example.org']) {
      const { status, body } = await visitor.call('POST', '/api/auth/login', {
        emailOrUser,
        password: 'correct horse battery',
      });
      expect([status, body.user?.username, body.user?.tokens]).toEqual([200, 'someone', 100]);
    }
    const wrong = await visitor.call('POST', '/api/auth/login', {
      emailOrUser: 'someone',
      password: 'wrong horse',
    });
    const unknown = await visitor.call('POST', '/api/auth/login', {
      emailOrUser: 'nobody',
      password: 'wrong horse',
    });
    expect([wrong.status, wrong.body.error]).toEqual([401, unknown.body.error]);
  });

  it('outlives an emptied Redis, and an outage never reads as signed out', async () => {
    const { client } = await visitor.join('steady');
    const status = async () => (await client.call('GET', '/api/auth/me')).status;
    await stack.redis.kill();
    // Nobody has used this session yet, so the gateway does not know it by heart.
    expect(await status()).toBe(200);
    await stack.services.auth.stop('SIGKILL');
    const seen = new Set<number>();
    await eventually(async () => expect([...seen.add(await status())]).toContain(503));
    expect([...seen].filter((each) => each !== 200)).toEqual([503]);
    await Promise.all([stack.redis.restart(), stack.services.auth.start()]);
    await eventually(async () => expect((await client.call('GET', '/api/auth/me')).status).toBe(200));
  });
});

describe('a post', () => {
  it('starts pending, is its author’s alone until it is published, and is approved within a second', async () => {
    const { client } = await visitor.join('writer');
    const created = await client.call('POST', '/api/posts', {
      title: ' A title ',
      body: 'Line one\r\nline two\t.',
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      title: 'A title',
      body: 'Line one\nline two .',
      review_status: 'pending',
    });
    const pauses = await medianPauses(async (count) => {
      const { body } = await client.call('POST', '/api/posts', { title: `Title ${count}`, body: 'A text.' });
      expect(body.review_status).toBe('pending');
      return async () => {
        const seen = await visitor.call('GET', `/api/posts/${body.id}`);
        expect(seen.body.review_status).toBe('approved');
      };
    });
    expect(pauses).toBeLessThan(PAUSES_OF_A_SECOND);
  });

  it('is edited and deleted by its author alone', async () => {
    const { client } = await visitor.join('owner');
    const { client: other } = await visitor.join('stranger');
    const id = await client.publish('Mine');
    const text = { title: 'Changed', body: 'Changed' };
    expect((await other.call('PUT', `/api/posts/${id}`, text)).status).toBe(403);
    expect((await other.call('DELETE', `/api/posts/${id}`)).status).toBe(403);
    expect((await client.call('PUT', `/api/posts/${id}`, text)).status).toBe(200);
    await eventually(async () =>
      expect((await visitor.call('GET', `/api/posts/${id}`)).body.title).toBe('Changed'),
    );
    expect((await client.call('DELETE', `/api/posts/${id}`)).status).toBe(200);
    expect((await visitor.call('GET', `/api/posts/${id}`)).status).toBe(404);
    await eventually(async () =>
      expect((await other.call('POST', `/api/posts/${id}/like`, { amount: 1 })).status).toBe(404),
    );
  });
});

describe('a deleted post', () => {
  /** Creates an author's post that the ledger takes tips for, and a member who would tip it. */
  async function publish(name: string) {
    const { client: author } = await visitor.join(`${name}_author`);
    const { client: payer } = await visitor.join(`${name}_payer`);
    const id = await author.publish(`A post of ${name}`);
    const tip = () => payer.call('POST', `/api/posts/${id}/like`, { amount: 1 });
    await eventually(async () => expect(await isOpenForTips(stack, id)).toBe(true));
    return { id, tip, remove: () => author.call('DELETE', `/api/posts/${id}`) };
  }

  it('takes no tip once the delete was answered, though no event has come to the ledger', async () => {
    const { tip, remove } = await publish('quick');
    expect((await tip()).status).toBe(200);
    // The lock keeps events from being recorded as seen, so none is handled.
    const blocker = await stack.schemas['tipping-ledger'].owner.connect();
    await blocker.query('BEGIN; LOCK TABLE inbox IN EXCLUSIVE MODE');
    expect((await remove()).status).toBe(200);
    const rejected = await tip();
    await blocker.query('COMMIT');
    blocker.release();
    expect([rejected.status, rejected.body.code]).toEqual([404, 'POST_NOT_FOUND']);
  });

  it('is deleted with the ledger away too, which takes no tip from its event on', async () => {
    const { id, tip, remove } = await publish('lonely');
    await stack.services['tipping-ledger'].stop();
    expect((await remove()).status).toBe(200);
    await stack.services['tipping-ledger'].start();
    await eventually(async () => expect(await isOpenForTips(stack, id)).toBe(false));
    expect((await tip()).status).toBe(404);
  });
});
