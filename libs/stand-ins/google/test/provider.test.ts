import { createHash } from 'node:crypto';
import { GoogleStandIn } from '../src/provider.js';

const REDIRECT = 'http://localhost:8080/api/auth/google/callback';
const VERIFIER = 'v'.repeat(43);
const REQUEST = {
  response_type: 'code',
  client_id: 'likewell',
  redirect_uri: REDIRECT,
  scope: 'openid email profile',
  state: 'a state',
  nonce: 'a nonce',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};
const PERSON = { name: 'Nia', email: 'nia@gmail.example', verified: 'yes' };

const provider = new GoogleStandIn({ id: 'likewell', secret: 'a secret', redirectUris: [REDIRECT] });
beforeAll(() => provider.listen(0));
afterAll(() => provider.close());

const post = (path: string, form: Record<string, string>) =>
  fetch(provider.issuer + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

async function newCode(): Promise<string> {
  const response = await post('/authorize', { ...REQUEST, ...PERSON });
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

const exchange = async (changes: Record<string, string> = {}) => {
  const form = {
    grant_type: 'authorization_code',
    code: changes.code ?? (await newCode()),
    redirect_uri: REDIRECT,
    client_id: 'likewell',
    client_secret: 'a secret',
    code_verifier: VERIFIER,
    ...changes,
  };
  return (await post('/token', form)).status;
};

it('gives a token for a code once, to its client, at its redirect, for its verifier', async () => {
  const code = await newCode();
  expect([await exchange({ code }), await exchange({ code })]).toEqual([200, 400]);
  expect(await exchange({ code_verifier: 'w'.repeat(43) })).toBe(400);
  expect(await exchange({ redirect_uri: `${REDIRECT}/` })).toBe(400);
  expect(await exchange({ client_secret: 'another' })).toBe(401);
  expect(await exchange({ code: 'made-up' })).toBe(400);
});

it.each([
  ['a client that nobody knows', { client_id: 'other' }],
  ['a redirect that is not the client’s', { redirect_uri: 'http://localhost:8080/elsewhere' }],
  ['a request without PKCE', { code_challenge: '' }],
  ['plain PKCE', { code_challenge_method: 'plain' }],
  ['no nonce', { nonce: '' }],
  ['no state', { state: '' }],
  ['another flow', { response_type: 'token' }],
])('shows a page, and sends nobody back, for %s', async (_, changes) => {
  const asked = await fetch(
    `${provider.issuer}/authorize?${new URLSearchParams({ ...REQUEST, ...changes }).toString()}`,
  );
  const decided = await post('/authorize', { ...REQUEST, ...changes, ...PERSON });
  for (const response of [asked, decided]) {
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  }
});

it('says on its page that it is a stand-in, and lets nothing of the request into its markup', async () => {
  const query = new URLSearchParams({ ...REQUEST, state: '"><script>alert(1)</script>' });
  const html = await (await fetch(`${provider.issuer}/authorize?${query.toString()}`)).text();
  expect(html).toContain('This is not Google.');
  expect(html).not.toContain('<script');
});
