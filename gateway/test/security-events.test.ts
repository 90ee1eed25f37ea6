import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { expectRejection } from './expect-rejection.js';

const PATH = '/api/users/me/security-events';
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
const PASSWORD = 'correct horse battery';

let stack: BootedStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await bootStack({ TRUSTED_PROXIES: '127.0.0.1' });
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

const from = (address: string) => ({ ...FIREFOX, 'x-forwarded-for': address });
const login = (emailOrUser: string, password: string, headers: Record<string, string>) =>
  visitor.call('POST', '/api/auth/login', { emailOrUser, password }, headers);

describe(`GET ${PATH}`, () => {
  it('tells a member what happened to their account, and whether from where they are', async () => {
    const { client } = await visitor.join('watchful');
    await login('watchful', 'a wild guess', from('192.0.2.7'));
    await login('watchful', PASSWORD, from('2001:db8:1:2::1'));
    const { status, body } = await client.call('GET', `${PATH}?cursor=`, undefined, from('2001:db8:1:2::9'));
    expect(status).toBe(200);
    const line = {
      ...{ id: expect.any(Number), created_at: expect.stringMatching(/^20.*Z$/), detail: null },
      ...{ method: 'password', count: 1, done_by: 'member' },
    };
    expect(body).toEqual({
      items: [
        { ...line, kind: 'new-device', this_network: true, this_device: true },
        { ...line, kind: 'signed-in', this_network: true, this_device: true },
        {
          ...{ ...line, kind: 'sign-in-failed', detail: 'wrong-credentials', done_by: 'visitor' },
          ...{ this_network: false, this_device: true },
        },
        { ...line, kind: 'registered', this_network: false, this_device: false },
      ],
      nextCursor: null,
    });
  });

  it('tells of the end of a session where and how it came, too', async () => {
    const { client } = await visitor.join('leaver');
    await client.call('POST', '/api/auth/logout', undefined, from('192.0.2.8'));
    const { body } = await login('leaver', PASSWORD, from('192.0.2.8'));
    const again = new HttpClient(stack.url, body.token);
    const change = { oldPass: PASSWORD, newPass: 'staple, quite another' };
    await again.call('PUT', '/api/users/password', change, from('192.0.2.8'));
    const after = await login('leaver', change.newPass, from('192.0.2.9'));
    const list = await new HttpClient(stack.url, after.body.token).call(
      'GET',
      PATH,
      undefined,
      from('192.0.2.8'),
    );
    expect(
      list.body.items.map((item: Record<string, unknown>) => [item.kind, item.detail, item.this_network]),
    ).toEqual([
      ['signed-in', null, false],
      ['session-ended', 'password-changed', true],
      ['password-changed', null, true],
      ['new-device', null, true],
      ['signed-in', null, true],
      ['session-ended', 'logged-out', true],
      ['registered', null, false],
    ]);
  });

  it('is for members alone, and each one’s own', async () => {
    expectRejection(await visitor.call('GET', PATH), 401, 'UNAUTHENTICATED');
    expectRejection(await new HttpClient(stack.url, 'x'.repeat(43)).call('GET', PATH), 401);
    const [{ client: one, user }, { client: two }] = [
      await visitor.join('one_of_two'),
      await visitor.join('two_of_two'),
    ];
    await stack.schemas.auth.owner.query(
      `INSERT INTO security_event (member_id, kind, count, done_by)
       SELECT $1, 'signed-in', 1, 'member' FROM generate_series(1, 25)`,
      [user.id],
    );
    const first = await one.call('GET', PATH);
    const cursor = encodeURIComponent(first.body.nextCursor);
    expect(first.body.items).toHaveLength(20);
    expect((await one.call('GET', `${PATH}?cursor=${cursor}`)).body.items).toHaveLength(6);
    expect((await two.call('GET', `${PATH}?memberId=${user.id}&user=one_of_two`)).body.items).toHaveLength(1);
    for (const wrong of [cursor, 'AAAA', '%00', 'x'.repeat(301)])
      expectRejection(await two.call('GET', `${PATH}?cursor=${wrong}`), 400);
  });

  it('is in the documentation', async () => {
    const { body } = await visitor.call('GET', '/api/openapi.json');
    const operation = body.paths[PATH].get;
    expect(operation.security).toEqual([{ session: [] }]);
    expect(operation.parameters).toMatchObject([{ name: 'cursor', in: 'query', required: false }]);
  });
});

describe('make security-events', () => {
  it('runs in auth’s process folder, and shows what make suspend kept', async () => {
    await visitor.join('to_look_at');
    await stack.operate('suspend', 'user=to_look_at', 'by=anna', 'why=Sold fake tokens');
    const shown = await stack.operate('security-events', 'user=to_look_at', 'kind=suspended');
    expect(shown).toMatch(/to_look_at\s+suspended\s+anna\s+Sold fake tokens/);
  });
});
