import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { request as send, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expectRejection } from './expect-rejection.js';

const NEW = '/api/posts/new?cursor=';
const LIMIT = 1000;
const MARGIN = 20;
/** Site in the texts that wallets sign. */
const HOST = 'likewell.test';

let stack: BootedStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await bootStack(
    // This window began in 2024 and ends in 2052: one that ends during a test makes the counts inexact.
    { TRUSTED_PROXIES: '127.0.0.1', LIMIT_READ: `${LIMIT}/9999d` },
    { SITE_ORIGINS: `https://${HOST}` },
  );
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

let networks = 0;
/** Returns the header of a network that has used none of its limit. */
function newNetwork() {
  networks += 1;
  return { 'x-forwarded-for': `198.18.${networks >> 8}.${networks & 255}` };
}

/** Returns the bytes of a response as sent, which `fetch` would decode. */
const bytesOf = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    send(stack.url + path, { headers: { ...newNetwork(), ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });

const titles = async (client: HttpClient, path = NEW) =>
  ((await client.call('GET', path, undefined, newNetwork())).body.items as { title: string }[]).map(
    ({ title }) => title,
  );

describe('what visitors are shown', () => {
  /** Changes a title directly in the database, so that no cache is told of it. */
  const rename = (id: number, title: string) =>
    stack.schemas.posts.owner.query(
      'UPDATE post_revision SET title = $2 WHERE id = (SELECT published_revision_id FROM post WHERE id = $1)',
      [id, title],
    );

  it('is asked for once by many, and followed within moments', async () => {
    const { client } = await visitor.join('writer');
    const id = await client.publish('The first');
    await eventually(async () => expect(await titles(visitor)).toContain('The first'));
    let shown = 'The first';
    // If the machine pauses for half a second between the two reads, the second one is renewed as well; then
    // try again.
    await eventually(async () => {
      const before = await titles(visitor);
      await rename(id, (shown = `Edition ${networks}`));
      expect(await titles(visitor)).toEqual(before);
    });
    await eventually(async () => expect(await titles(visitor)).toContain(shown));
  });

  it('is shown anew to a member, who sees at once what they did, also with a session that is none', async () => {
    const { client } = await visitor.join('impatient');
    const id = await client.publish('Seen at once');
    await eventually(async () => expect(await titles(visitor)).toContain('Seen at once'));
    for (const session of [
      client,
      new HttpClient(stack.url, 'x'.repeat(43)),
      new HttpClient(stack.url, '?'),
    ]) {
      await titles(visitor);
      const title = `Renamed ${networks}`;
      await rename(id, title);
      expect(await titles(session)).toContain(title);
    }
  });

  it('is read for several members together, and for none of them before they asked', async () => {
    const { client } = await visitor.join('crowd');
    const id = await client.publish('Edition 0');
    const readsOf = async () =>
      Number(
        /^likewell_rpc_served_seconds_count\{.*subject="rpc.posts.list-new".* (\d+)$/m.exec(
          await stack.services.posts.metrics(),
        )?.[1],
      );
    const before = await readsOf();
    const [rounds, crowd] = [20, 10];
    const asked: Promise<void>[] = [];
    for (let edition = 1; edition <= rounds; edition += 1) {
      await rename(id, `Edition ${edition}`);
      asked.push(
        ...Array.from({ length: crowd }, async () => {
          const shown = (await titles(client)).find((title) => title.startsWith('Edition'));
          expect(Number(shown?.split(' ')[1])).toBeGreaterThanOrEqual(edition);
        }),
      );
    }
    await Promise.all(asked);
    // Nothing shared would be a read for each; how many are shared depends on how fast they are asked for.
    expect((await readsOf()) - before).toBeLessThan(0.75 * rounds * crowd);
    // A request in another spelling of the address is not answered from the cache.
    const spellings = [NEW, NEW, `${NEW}null`];
    const statuses = await Promise.all(
      spellings.map(async (path) => (await client.call('GET', path, undefined, newNetwork())).status),
    );
    expect(statuses).toEqual([200, 200, 400]);
  });

  it('has no post any more that its author has deleted, in no list and for nobody', async () => {
    const { client } = await visitor.join('withdrawer');
    const id = await client.publish('Taken back');
    const lists = [NEW, '/api/posts/best?range=all&cursor=', '/api/users/withdrawer/posts?cursor='];
    for (const list of lists)
      await eventually(async () => expect(await titles(visitor, list)).toContain('Taken back'));
    const read = () => visitor.call('GET', `/api/posts/${id}`, undefined, newNetwork());
    expect((await read()).status).toBe(200);
    expect((await client.call('DELETE', `/api/posts/${id}`)).status).toBe(200);
    expectRejection(await read(), 404);
    for (const list of lists) expect(await titles(visitor, list)).not.toContain('Taken back');
  });

  it('has nothing any more that is gone, once somebody has seen that', async () => {
    const { client } = await visitor.join('suspect');
    await client.publish('Soon gone');
    const read = async () =>
      (await visitor.call('GET', '/api/users/suspect', undefined, newNetwork())).status;
    await read();
    await stack.operate('suspend', 'user=suspect');
    await eventually(async () => expect(await read()).toBe(404));
    for (let time = 0; time < 20; time += 1) expect(await read()).toBe(404);
  });

  it('has a tip that was taken, whoever asks for its post next', async () => {
    const [{ client: author }, { client: payer }] = [
      await visitor.join('tipped'),
      await visitor.join('payer'),
    ];
    const id = await author.publish('Worth something');
    for (let tips = 1; tips <= 5; tips += 1) {
      await visitor.call('GET', `/api/posts/${id}`, undefined, newNetwork());
      expect((await payer.call('POST', `/api/posts/${id}/like`, { amount: 1 })).status).toBe(200);
      const { body } = await visitor.call('GET', `/api/posts/${id}`, undefined, newNetwork());
      expect(body.likes_sum).toBe(tips);
    }
    // The feed follows later, and is not to change any more in the tests below.
    await eventually(async () => {
      const { items } = (await payer.call('GET', NEW, undefined, newNetwork())).body;
      expect(items.find((item: { id: number }) => item.id === id)).toMatchObject({ likes_sum: 5 });
    });
  });
});

describe('a response of the cache', () => {
  /** Waits until the response comes from the cache, encoded. */
  const encoded = (accepted: string) =>
    eventually(async () => {
      const response = await bytesOf(NEW, { 'accept-encoding': accepted });
      if (!response.headers['content-encoding']) throw new Error('not encoded yet');
      return response;
    });
  const plain = async () => JSON.parse((await bytesOf(NEW)).bytes.toString()) as unknown;

  beforeAll(async () => {
    const { client } = await visitor.join('essayist');
    await client.publish('Long', Array.from({ length: 300 }, (_, word) => `Word ${word}`).join(' '));
    await eventually(async () => expect(await titles(visitor)).toContain('Long'));
  });

  it('comes in the encoding that its client takes, and in no other', async () => {
    const [br, gzip] = [await encoded('gzip, br'), await encoded('gzip;q=0.5, br;q=0')];
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    const decoded = [brotliDecompressSync(br.bytes), gunzipSync(gzip.bytes)];
    for (const each of decoded) expect(JSON.parse(each.toString())).toEqual(await plain());
    for (const none of ['identity', 'br;q=0, gzip;q=0.0', 'brotli, xgzip', '*;q=0', ''])
      expect((await bytesOf(NEW, { 'accept-encoding': none })).headers['content-encoding']).toBeUndefined();
  });

  it('is told by its tag to be the same, or is sent', async () => {
    const { headers } = await bytesOf(NEW);
    const tag = headers.etag ?? '';
    const asked = (tags: string) =>
      eventually(async () => {
        const response = await bytesOf(NEW, { 'if-none-match': tags });
        if (response.status !== 304) throw new Error('not from the cache');
        return response;
      });
    for (const tags of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
      const { bytes, headers: told } = await asked(tags);
      expect([bytes.length, told.etag]).toEqual([0, tag]);
    }
    expect((await bytesOf(NEW, { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  it('need not be in the cache for its tag to be known', async () => {
    const { headers } = await bytesOf(NEW);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { status, bytes, headers: told } = await bytesOf(NEW, { 'if-none-match': headers.etag ?? '' });
    expect([status, bytes.length, told.etag]).toEqual([304, 0, headers.etag]);
  });

  it('says that nobody may use it without asking, nor for whoever has a session', async () => {
    for (let age = 0; age < 2; age += 1) {
      const { headers } = await bytesOf(NEW);
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
        'server-timing': expect.stringMatching(/^total;dur=/),
        'content-type': 'application/json; charset=utf-8',
      });
      expect(headers.vary).toMatch(/accept-encoding.*authorization/);
    }
    const { client } = await visitor.join('private');
    const { headers } = await client.call('GET', NEW);
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
  });

  it('is the same whatever else a client sends along', async () => {
    const poison = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-original-url': '/api/auth/me',
      'x-http-method-override': 'DELETE',
      cookie: 'token=x',
      accept: 'text/html',
      'accept-language': 'de',
      'x-request-id': 'poisonous-request-id',
      origin: 'https://evil.example',
      range: 'bytes=0-3',
    };
    const addresses = ['all', 'year', 'month', 'week', 'day'].flatMap((range) =>
      ['', '&cursor='].map((cursor) => `/api/posts/best?range=${range}${cursor}`),
    );
    const member = (await visitor.join('witness')).client;
    for (const [index, [name, value]] of Object.entries(poison).entries()) {
      // Each request makes the response of a new address, and the next client gets the cached one.
      const address = addresses[index] ?? '';
      const first = await bytesOf(address, { [name]: value });
      const next = await bytesOf(address);
      const { body } = await member.call('GET', address);
      expect([name, first.status, JSON.parse(next.bytes.toString())]).toEqual([name, 200, body]);
      expect(next.headers['x-request-id']).not.toBe('poisonous-request-id');
      expect(JSON.stringify(next.headers)).not.toContain('evil');
    }
  });

  it('is none of a route that does not promise one: what wallets are to sign is each time another text', async () => {
    const read = async () => {
      const { status, headers, bytes } = await bytesOf('/api/auth/wallet-nonce', {
        'x-forwarded-host': HOST,
      });
      expect([status, headers.etag, headers['cache-control']]).toEqual([200, undefined, 'no-store']);
      return bytes.toString();
    };
    expect(await read()).not.toBe(await read());
  });

  it('is none for other spellings of its address, which are asked for each time', async () => {
    for (const path of ['/api/posts/new?cursor=&x=1', '/api/posts/%6eew?cursor=']) {
      for (let time = 0; time < 2; time += 1) {
        const { status, headers } = await bytesOf(path);
        expect([status, headers.etag]).toEqual([200, undefined]);
      }
    }
  });

  it('is no error, and no success that was one before', async () => {
    expectRejection(await visitor.call('GET', '/api/posts/999999', undefined, newNetwork()), 404);
    const { headers } = await bytesOf('/api/posts/999999');
    expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-store']);
  });

  it('counts for the limit of its network as any other, also where others have made it', async () => {
    const from = newNetwork();
    const read = async () => (await visitor.call('GET', NEW, undefined, from)).status;
    const statuses: number[] = [];
    for (let time = 0; time < LIMIT + MARGIN; time += 1) statuses.push(await read());
    const rejected = statuses.filter((status) => status === 429).length;
    expect(rejected).toBeGreaterThan(MARGIN / 2);
    expect(statuses.indexOf(429)).toBeGreaterThan(LIMIT - MARGIN);
  });
});
