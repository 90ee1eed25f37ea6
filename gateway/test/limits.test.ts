import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectRejection } from './expect-rejection.js';

let stack: BootedStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await bootStack({
    LIMIT_TIP: '5/10m',
    LIMIT_LOGIN: '12/10m',
    LIMIT_LOGIN_ACCOUNT: '3/10m',
    LIMIT_LOGIN_STRANGERS: '6/10m',
    LIMIT_WRITE: '30/10m',
    LIMIT_PASSWORD: '3/10m',
    LIMIT_SETTINGS: '40/10m',
    LIMIT_ALL_SESSIONS: '100/10m',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });

/** Signs a member in once more, from a network that nobody else signs in from. */
async function logIn(emailOrUser: string): Promise<HttpClient> {
  const form = { emailOrUser, password: 'correct horse battery' };
  const { body } = await visitor.call('POST', '/api/auth/login', form, from('192.0.2.50'));
  return new HttpClient(stack.url, body.token);
}

describe('a limit', () => {
  it('lets a member do so much and then says when to come back; others go on', async () => {
    const { client: author } = await visitor.join('author');
    const postId = await author.publish('A post');
    const [{ client: eager }, { client: calm }] = [await visitor.join('eager'), await visitor.join('calm')];
    const like = (client: HttpClient) => client.call('POST', `/api/posts/${postId}/like`, { amount: 1 });

    const responses = await Promise.all(Array.from({ length: 12 }, () => like(eager)));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(7);
    for (const { headers, body } of rejected) {
      expect(body).toMatchObject({ code: 'RATE_LIMITED', error: expect.stringMatching(/wait/) });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await like(calm)).status).toBe(200);
  });

  it('on one account is each network’s own, by username and e-mail together, and says no more than that', async () => {
    await visitor.join('guarded');
    const attempt = async (emailOrUser: string, address: string, password = 'a wild guess') =>
      (await visitor.call('POST', '/api/auth/login', { emailOrUser, password }, from(address))).status;
    const guess = async (names: readonly string[], address: string) => {
      const statuses: number[] = [];
      for (const name of names) statuses.push(await attempt(name, address));
      return statuses;
    };
    const names = ['guarded', 'GUARDED', 'guarded@example.org', 'guarded', 'guarded@example.org'];
    expect(await guess(names, '192.0.2.1')).toEqual([401, 401, 401, 429, 429]);
    expect(await guess(Array<string>(5).fill('nobody_here'), '192.0.2.1')).toEqual([401, 401, 401, 429, 429]);
    for (let index = 2; index < 5; index += 1) expect(await attempt('guarded', `192.0.2.${index}`)).toBe(401);
    expect(await attempt('guarded', '192.0.2.9', 'correct horse battery')).toBe(429);
    expect(await attempt('guarded', '127.0.0.1', 'correct horse battery')).toBe(200);
  });

  it('on changes of the password is each session’s own, whatever is sent', async () => {
    const { client: guesser } = await visitor.join('guesser');
    const other = await logIn('guesser');
    const guess = (client: HttpClient, oldPass: string) =>
      client.call('PUT', '/api/users/password', { oldPass, newPass: 'long enough' });
    const statuses: number[] = [];
    for (const oldPass of ['one', 'two', '', 'correct horse battery', 'five']) {
      statuses.push((await guess(guesser, oldPass)).status);
    }
    expect(statuses).toEqual([403, 403, 400, 429, 429]);
    // Otherwise a stolen session could keep its owner from setting the new password that ends it.
    expect((await guess(other, 'wrong')).status).toBe(403);
  });

  it('that a session uses up leaves another of its member the means to end it', async () => {
    const { client: owner } = await visitor.join('robbed');
    const [stolen, spare] = [await logIn('robbed'), await logIn('robbed')];
    const [right, wrong] = ['correct horse battery', 'a wild guess'];
    const confirm = (client: HttpClient, password: string, address: string) =>
      client.call('POST', '/api/auth/confirm', { way: 'password', password }, from(address));
    const change = (client: HttpClient, oldPass: string) =>
      client.call('PUT', '/api/users/password', { oldPass, newPass: 'staple, quite another' });
    const useUp = async (times: number, call: () => Promise<{ status: number }>) => {
      for (let time = 0; time < times; time += 1) await call();
      expect((await call()).status).toBe(429);
    };
    await useUp(3, () => change(stolen, wrong));
    await useUp(12, () => confirm(stolen, wrong, '192.0.2.51'));
    await useUp(12, () => stolen.call('POST', '/api/auth/confirm/passkey-options'));
    await useUp(30, () => stolen.call('DELETE', '/api/users/me/deletion'));
    await useUp(40, () => stolen.call('GET', '/api/auth/me'));

    for (const list of ['sessions', 'sign-in-methods', 'keys', 'account', 'deletion', 'security-events'])
      expect((await owner.call('GET', `/api/users/me/${list}`)).status).toBe(200);
    expect((await owner.call('DELETE', '/api/users/me/deletion')).status).toBe(200);
    expect((await spare.call('POST', '/api/auth/logout')).status).toBe(200);
    expect((await confirm(owner, right, '127.0.0.1')).status).toBe(200);
    expect((await owner.call('DELETE', '/api/users/me/sessions')).body).toEqual({ ended: 1 });
    expect((await stolen.call('GET', '/api/auth/me')).status).toBe(401);
    expect((await change(owner, right)).status).toBe(200);
  });

  it('on taking an app for codes off is each session’s own', async () => {
    const { client: owner } = await visitor.join('shadowed');
    const stolen = await logIn('shadowed');
    const takeOff = async (client: HttpClient) => (await client.call('DELETE', '/api/users/me/totp')).status;
    for (let time = 0; time < 30; time += 1) await takeOff(stolen);
    expect([await takeOff(stolen), await takeOff(owner)]).toEqual([429, 200]);
  });

  it('of each session is bounded by what all of the member may do', async () => {
    await visitor.join('manifold');
    const sessions = [await logIn('manifold'), await logIn('manifold'), await logIn('manifold')];
    const statuses: number[] = [];
    for (const session of sessions) {
      for (let time = 0; time < 28; time += 1)
        statuses.push((await session.call('DELETE', '/api/users/me/sessions/987654321')).status);
      for (let time = 0; time < 8; time += 1)
        statuses.push((await session.call('GET', '/api/users/me/keys')).status);
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(100);
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
  });

  it('on a pop-up window is told in its page', async () => {
    const open = () => visitor.call('GET', '/api/auth/google', undefined, from('192.0.2.77'));
    for (let index = 0; index < 12; index += 1) expect((await open()).status).toBe(503);
    const rejected = await open();
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('content-type')).toContain('text/html');
    expect(rejected.body).toContain('{&quot;error&quot;:&quot;That was a lot at once.');
  });

  it('holds while Redis is away, by this gateway’s own count, and nobody is logged out', async () => {
    const { client } = await visitor.join('offline');
    await stack.redis.kill();
    const post = () => client.call('POST', '/api/posts', { title: 'x', body: 'x' });
    await eventually(async () => expect((await client.call('GET', '/api/auth/me')).status).toBe(200));
    const statuses = [];
    for (let index = 0; index < 32; index += 1) statuses.push((await post()).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(30);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    await stack.redis.restart();
  });
});

/** Returns the paths of all contracts in OpenAPI's syntax. */
function declaredPaths(): string[] {
  const folder = join(import.meta.dirname, '../../libs/contracts/src/gateway');
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const paths = [...texts.join('\n').matchAll(/^ {2}path: '([^']+)',$/gm)].map(([, path = '']) => path);
  return [...new Set(paths)].map((path) => path.replaceAll(/:(\w+)/g, '{$1}')).sort();
}

describe('the description of the API', () => {
  it('names every route, its codes and its schemas, and has a page', async () => {
    const { body } = await visitor.call('GET', '/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths).sort()).toEqual(declaredPaths());
    const like = body.paths['/api/posts/{id}/like'].post;
    expect(like.responses[422].description).toContain('`INSUFFICIENT_FUNDS`: You do not have enough LIKE');
    expect(like.requestBody.content['application/json'].schema.required).toEqual(['amount']);
    expect(like.parameters.map((parameter: { name: string }) => parameter.name)).toEqual([
      'id',
      'Idempotency-Key',
    ]);
    const avatar = body.paths['/api/users/avatar'].put;
    expect(avatar.requestBody.content['multipart/form-data'].schema.required).toEqual(['avatar']);
    const picture = body.paths['/api/avatars/{file}'].get;
    expect(picture.responses[200].content['image/webp'].schema).toEqual({ type: 'string', format: 'binary' });
    const popup = body.paths['/api/auth/google/callback'].get;
    for (const status of [403, 429, 'default'])
      expect(Object.keys(popup.responses[status].content)).toEqual(['text/html', 'application/json']);
    expect((await visitor.call('GET', '/api/docs')).status).toBe(200);
    // The document would be written anew for each request, without a limit.
    for (const kind of ['yaml', 'json']) expectRejection(await visitor.call('GET', `/api/docs-${kind}`), 404);
  });

  it('is sent only to whoever does not have it', async () => {
    const path = '/api/openapi.json';
    const etag = (await visitor.call('GET', path)).headers.get('etag') ?? '';
    const ask = (tag: string) => visitor.call('GET', path, undefined, { 'if-none-match': tag });
    expect(await ask(etag)).toMatchObject({ status: 304 });
    expect(await ask('"another"')).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
  });
});

describe('an outage', () => {
  it('of the ledger reads as unavailable for money alone; the feeds go on', async () => {
    const { client, user: patient } = await visitor.join('patient');
    const logIn = (emailOrUser: string) =>
      visitor.call('POST', '/api/auth/login', { emailOrUser, password: 'correct horse battery' });
    await stack.services['tipping-ledger'].stop();
    expect((await visitor.call('GET', '/api/posts/new')).status).toBe(200);
    // If this request is rejected, the page signs its member out (spec, section 7).
    const me = await client.call('GET', '/api/auth/me');
    const nothingKnown = { tokens: 0, tokensNano: '0', tokens_unknown: true };
    expect(me).toMatchObject({ status: 200, body: { id: patient.id, ...nothingKnown } });
    const { user } = await visitor.join('newcomer');
    expect(user).toMatchObject(nothingKnown);
    expect(await logIn('patient')).toMatchObject({
      status: 200,
      body: { user: { id: patient.id, ...nothingKnown } },
    });
    const history = await client.call('GET', '/api/wallet/history');
    expect([history.status, history.headers.get('retry-after')]).toEqual([503, '1']);
    await stack.services['tipping-ledger'].start();
    const session = await logIn('newcomer');
    const newcomer = new HttpClient(stack.url, session.body.token);
    await eventually(async () =>
      expect((await newcomer.call('GET', '/api/wallet/history?kinds=all')).body.items).toHaveLength(2),
    );
    const { body } = await newcomer.call('GET', '/api/auth/me');
    expect(body.tokens).toBe(100);
    expect(body).not.toHaveProperty('tokens_unknown');
  });

  it('of NATS is told at once and mends by itself', async () => {
    await stack.nats.kill();
    await eventually(async () => expect((await visitor.call('GET', '/api/posts/new')).status).toBe(503));
    // A request that waited would get DEADLINE_EXCEEDED.
    const best = await visitor.call('GET', '/api/posts/best');
    expect([best.status, best.body.code]).toEqual([503, 'UNAVAILABLE']);
    await stack.nats.restart();
    await eventually(async () => expect((await visitor.call('GET', '/api/posts/new')).status).toBe(200));
  });

  it('of NATS lets a gateway stop in order', async () => {
    await stack.nats.kill();
    await eventually(async () => expect((await visitor.call('GET', '/api/posts/new')).status).toBe(503));
    // Throws if the process has ended with an error.
    await stack.gateway.stop();
    await stack.nats.restart();
    await stack.gateway.start();
  });
});
