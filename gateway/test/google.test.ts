import { GoogleStandIn } from '@likewell/stand-in-google/provider';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { expectPopupPage, messageOf } from './popup-response.js';

const HOST = 'likewell.test';
const ORIGINS = [`https://${HOST}`, `http://www.${HOST}:8080`];
const CALLBACK = '/api/auth/google/callback';

let stack: BootedStack;
let google: GoogleStandIn;
let visitor: HttpClient;

beforeAll(async () => {
  const redirectUris = ORIGINS.map((origin) => origin + CALLBACK);
  google = new GoogleStandIn({ id: 'likewell', secret: 'canary-client-secret', redirectUris });
  await google.listen(0);
  stack = await bootStack(
    { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'trace' },
    {
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_CLIENT_ID: 'likewell',
      GOOGLE_CLIENT_SECRET: 'canary-client-secret',
      GOOGLE_TIMEOUT_MS: '4000',
      SITE_ORIGINS: ORIGINS.join(','),
      LOG_LEVEL: 'trace',
    },
  );
  visitor = new HttpClient(stack.url);
});
afterAll(async () => {
  await stack.stop();
  await google.close();
});
afterEach(() => {
  google.faults = {};
});

/** Sends a GET as nginx passes it on. */
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(stack.url + path, { redirect: 'manual', headers: { 'x-forwarded-host': HOST, ...headers } });

/** Runs the first half: returns where the browser is sent, and its cookie. */
async function begin(query = '', headers: Record<string, string> = {}) {
  const response = await get(`/api/auth/google${query}`, headers);
  return {
    response,
    url: new URL(response.headers.get('location') ?? 'about:blank'),
    cookie: response.headers.get('set-cookie') ?? '',
  };
}

/** Returns what Google sends the browser back with, for a user who consents or does not. */
async function consent(url: URL, email: string | null): Promise<string> {
  const form = new URLSearchParams(url.search);
  if (email === null) form.set('cancel', 'yes');
  else
    for (const [name, value] of Object.entries({ name: 'Nia', email, verified: 'yes' }))
      form.set(name, value);
  const sent = await fetch(url.origin + url.pathname, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(sent.headers.get('location') ?? '').search;
}

const pair = (cookie: string) => cookie.split(';')[0] ?? '';

describe('signing in with Google', () => {
  it('goes to Google with a cookie for the callback alone, and ends with a session that works', async () => {
    const first = await begin('?ref=');
    expect(first.response.status).toBe(302);
    expect(first.response.headers.get('cache-control')).toBe('no-store');
    expect(first.url.origin).toBe(google.issuer);
    expect(first.url.searchParams.get('redirect_uri')).toBe(`https://${HOST}${CALLBACK}`);
    expect(first.cookie).toMatch(
      /^google_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/google\/callback; HttpOnly; SameSite=Lax; Secure$/,
    );

    const response = await get(CALLBACK + (await consent(first.url, 'nia@gmail.example')), {
      cookie: `other=1; ${pair(first.cookie)}`,
    });
    expectPopupPage(response, 200);
    expect(response.headers.get('set-cookie')).toMatch(/^google_[0-9a-f]{16}=; Max-Age=0; Path=/);
    const message = await messageOf(response);
    if ('error' in message) throw new Error(message.error);
    expect(message.user).toMatchObject({ username: 'nia', email: 'nia@gmail.example', tokens: 100 });
    const me = await new HttpClient(stack.url, message.token).call('GET', '/api/auth/me');
    expect([me.status, me.body.id]).toEqual([200, message.user.id]);
  });

  it('pays the sharer whose code went along', async () => {
    const { user } = await visitor.join('sharer');
    const first = await begin(`?ref=${user.public_token}`);
    const search = await consent(first.url, 'referred@gmail.example');
    const message = await messageOf(await get(CALLBACK + search, { cookie: pair(first.cookie) }));
    if ('error' in message) throw new Error(message.error);
    const referrer = await stack.schemas.auth.owner.query('SELECT referrer_id FROM member WHERE id = $1', [
      message.user.id,
    ]);
    expect(referrer.rows).toEqual([{ referrer_id: String(user.id) }]);
  });

  it('comes back to the address it began at, and without TLS its cookie is not Secure', async () => {
    const { url, cookie } = await begin('', { 'x-forwarded-host': `www.${HOST}:8080` });
    expect(url.searchParams.get('redirect_uri')).toBe(`http://www.${HOST}:8080${CALLBACK}`);
    expect(cookie).not.toContain('Secure');
  });

  it('in two windows at once works in both', async () => {
    const both = [await begin(), await begin()];
    const cookie = both.map((one) => pair(one.cookie)).join('; ');
    for (const [index, { url }] of both.entries()) {
      const search = await consent(url, `window${index}@gmail.example`);
      expect((await get(CALLBACK + search, { cookie })).status).toBe(200);
    }
  });
});

describe('showing whose an account at Google is', () => {
  const prove = async (email: string) => {
    const { url, cookie } = await begin('/proof');
    const response = await get(CALLBACK + (await consent(url, email)), { cookie: pair(cookie) });
    expectPopupPage(response, 200);
    return messageOf(response) as Promise<Partial<{ proof: string; token: string; error: string }>>;
  };

  it('posts a proof and no session, by which a member adds the account, and later confirms that it is them', async () => {
    const { client, user } = await visitor.join('with_google');
    const added = await prove('added@gmail.example');
    expect(added).toEqual({ proof: expect.stringMatching(/^[\w-]{43}$/) });
    const body = { way: 'google', proof: added.proof };
    const response = await client.call('POST', '/api/users/me/sign-in-methods', body);
    expect(response).toMatchObject({ status: 200, body: { provider: 'google', address: null } });
    const first = await begin();
    const search = await consent(first.url, 'added@gmail.example');
    const message = await messageOf(await get(CALLBACK + search, { cookie: pair(first.cookie) }));
    expect(message).toMatchObject({ user: { id: user.id } });
    const { proof } = await prove('added@gmail.example');
    const confirm = { way: 'google', proof };
    expect(await client.call('POST', '/api/auth/confirm', confirm)).toMatchObject({ status: 200 });
    expect(await client.call('POST', '/api/auth/confirm', confirm)).toMatchObject({
      ...{ status: 403, body: { code: 'IDENTITY_NOT_CONFIRMED' } },
    });
  });

  it('works in the browser alone that began', async () => {
    const { url } = await begin('/proof');
    const response = await get(CALLBACK + (await consent(url, 'thief@gmail.example')));
    expectPopupPage(response, 403);
  });
});

describe('a sign-in that does not end well posts a sentence', () => {
  const expectSentence = async (response: Response, status: number, sentence: RegExp) => {
    expectPopupPage(response, status);
    expect(await messageOf(response)).toEqual({ error: expect.stringMatching(sentence) });
  };

  it('for a state that was used, is of another browser, or was forged', async () => {
    const first = await begin();
    const search = await consent(first.url, 'nia@gmail.example');
    const cookie = pair(first.cookie);
    expect((await get(CALLBACK + search, { cookie })).status).toBe(200);
    await expectSentence(await get(CALLBACK + search, { cookie }), 403, /used before/);

    const second = await begin();
    const foreign = await consent(second.url, 'nia@gmail.example');
    await expectSentence(await get(CALLBACK + foreign), 403, /start again/);

    const third = await begin();
    const stolen = await consent(third.url, 'nia@gmail.example');
    const wrong = `${pair(third.cookie).split('=')[0]}=${'x'.repeat(43)}`;
    await expectSentence(await get(CALLBACK + stolen, { cookie: wrong }), 403, /start again/);
    await expectSentence(await get(`${CALLBACK}?state=forged&code=x`, { cookie }), 403, /start again/);
  });

  it('when the person says no', async () => {
    const { url, cookie } = await begin();
    const response = await get(CALLBACK + (await consent(url, null)), { cookie: pair(cookie) });
    await expectSentence(response, 403, /did not let Google/);
  });

  it.each(['hang', 'garbage'] as const)('when Google answers %s', async (fault) => {
    const { url, cookie } = await begin();
    const search = await consent(url, 'nia@gmail.example');
    google.faults = { endpoint: { token: fault } };
    await expectSentence(
      await get(CALLBACK + search, { cookie: pair(cookie) }),
      503,
      /Google is not answering/,
    );
  });

  it('for every bad input, and never with a fault of ours', async () => {
    for (const path of [
      CALLBACK,
      `${CALLBACK}?code=x`,
      `${CALLBACK}?state=${'x'.repeat(43)}&code=x`,
      `${CALLBACK}?state[]=a&code[]=b`,
      `${CALLBACK}?code=x&state=__proto__`,
      `${CALLBACK}?iss=https://evil.example&state=x&code=y`,
      `${CALLBACK}?state=${'x'.repeat(300)}`,
      `${CALLBACK}?state=a&state=b`,
      `${CALLBACK}?state=a&code[]=b&code[]=c&code=d&code=e`,
      `/api/auth/google?ref=${'x'.repeat(101)}`,
      '/api/auth/google?ref=a&ref=b',
    ]) {
      const response = await get(path);
      expect([400, 403]).toContain(response.status);
      expectPopupPage(response, response.status);
      expect(await messageOf(response)).toEqual({ error: expect.stringMatching(/^\p{Lu}.{5,}\.$/u) });
    }
    await expectSentence(await get(`${CALLBACK}?state=%00`), 403, /start again/);
  });

  it('without letting what comes from outside become part of the page', async () => {
    const evil = encodeURIComponent('"><script>alert(1)</script>');
    const html = await (
      await get(`${CALLBACK}?state=${evil}&error=${evil}&error_description=${evil}`)
    ).text();
    expect(html).not.toContain('alert(1)');
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  it('for an address that is none of the site’s', async () => {
    const response = await get('/api/auth/google', { 'x-forwarded-host': 'evil.example' });
    await expectSentence(response, 503, /not set up here/);
  });

  it('while auth is away', async () => {
    await stack.services.auth.stop();
    await expectSentence(await get('/api/auth/google'), 503, /not answering right now/);
    await stack.services.auth.start();
  });
});

it('no token, code, state or cookie of a sign-in is in a log', async () => {
  const first = await begin();
  const search = await consent(first.url, 'canary@gmail.example');
  const message = await messageOf(await get(CALLBACK + search, { cookie: pair(first.cookie) }));
  google.faults = { forged: true };
  const second = await begin();
  const back = CALLBACK + (await consent(second.url, 'canary@gmail.example'));
  const { headers } = await get(back, { cookie: pair(second.cookie) });
  const sent = new URLSearchParams(search);
  const secrets = [
    'error' in message ? '' : message.token,
    sent.get('state'),
    sent.get('code'),
    pair(first.cookie).split('=')[1],
    'canary-client-secret',
    'canary@gmail.example',
  ];
  const gatewayLog = await stack.gateway.logged(headers.get('x-request-id') ?? '');
  const logs = gatewayLog + (await stack.services.auth.logged('signing in with google failed'));
  expect(gatewayLog).toContain('/api/auth/google/callback');
  for (const secret of secrets) {
    expect(secret).toBeTruthy();
    expect(logs).not.toContain(secret);
  }
});
