import { commonErrors } from '@likewell/contracts/core/common-errors';
import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { startStack, type TestStack } from '@likewell/testing/start-stack';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expectPopupPage, messageOf } from './popup-response.js';

const PLACES = 20;
const TIPS = 5;

let stack: TestStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await startStack({
    MAX_IN_FLIGHT: String(PLACES),
    MAX_TIPS_IN_FLIGHT: String(TIPS),
    MAX_TIPS_WAITING: '0',
  });
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

describe('a gateway with too many tips at once', () => {
  it('rejects some with Retry-After, settles the others, and leaves no place taken', async () => {
    const { client: author } = await visitor.join('author');
    const postId = await author.publish('A post');
    const { client } = await visitor.join('tipper');
    const like = () => client.call('POST', `/api/posts/${postId}/like`, { amount: 1 });

    const counted = () => stack.gateway.metric('likewell_http_served_seconds_count', 'like"', '"503"');
    // Otherwise a slow client's tips would come one after another and all find a place.
    stack.services['tipping-ledger'].signal('SIGSTOP');
    const asked = Array.from({ length: 18 }, like);
    await eventually(async () => expect(await counted()).toBe(18 - TIPS));
    stack.services['tipping-ledger'].signal('SIGCONT');
    const responses = await Promise.all(asked);

    const settled = responses.filter(({ status }) => status === 200);
    const rejected = responses.filter(({ status }) => status === 503);
    expect([settled.length, rejected.length]).toEqual([TIPS, 18 - TIPS]);
    expect(await counted()).toBe(rejected.length);
    for (const { headers, body } of rejected) {
      expect(body).toEqual({ code: 'OVERLOADED', error: expect.any(String), requestId: expect.any(String) });
      expect(headers.get('retry-after')).toBe('1');
    }
    for (let round = 0; round < 10; round += 1) expect((await like()).status).toBe(200);
  });

  it('goes on serving everything else', async () => {
    const { client } = await visitor.join('reader');
    stack.services['tipping-ledger'].signal('SIGSTOP');
    const tips = Array.from({ length: 8 }, () => client.call('POST', '/api/posts/1/like', { amount: 1 }));
    expect((await visitor.call('GET', '/api/posts/new')).status).toBe(200);
    await Promise.any(tips.map(async (tip) => expect((await tip).status).toBe(503)));
    stack.services['tipping-ledger'].signal('SIGCONT');
    await Promise.all(tips);
  });

  it('rejects them however their address is spelled', async () => {
    const { client } = await visitor.join('speller');
    await eventually(async () => expect(await placesTaken('tips')).toBe(0));
    stack.services['tipping-ledger'].signal('SIGSTOP');
    const tips = Array.from({ length: TIPS }, () => client.call('POST', '/api/posts/1/like', { amount: 1 }));
    // One of these requests that came before the last tip would take its place.
    await eventually(async () => expect(await placesTaken('tips')).toBe(TIPS));
    await eventually(async () => {
      for (const path of ['/api/posts/1/like', '/api/posts/1/like?', '/api/posts/%31/like']) {
        const { status, body } = await client.call('POST', path, { amount: 1 });
        expect({ status, body }).toMatchObject({ status: 503, body: { code: 'OVERLOADED' } });
      }
    });
    stack.services['tipping-ledger'].signal('SIGCONT');
    for (const { status } of await Promise.all(tips)) expect(status).not.toBe(503);
  });
});

it('a crowd that connects at once finds room, while the gateway looks at none of it', async () => {
  stack.gateway.signal('SIGSTOP');
  const crowd = Array.from({ length: 1000 }, dial);
  try {
    // A request that finds no room has no connection until the gateway has accepted others.
    const signal = AbortSignal.timeout(10_000);
    await Promise.all(crowd.map((socket) => once(socket, 'connect', { signal })));
  } finally {
    stack.gateway.signal('SIGCONT');
    for (const socket of crowd) socket.destroy();
  }
  expect((await visitor.call('GET', '/api/posts/new')).status).toBe(200);
});

it('a rejection does not wait for the body, and the connection goes on', async () => {
  const holders = await takeAllPlaces();
  const late = dial();
  late.write(head('POST /api/auth/login', 50, 'X-Request-Id: from-nginx-1\r\n'));
  const [response] = (await once(late, 'data')) as [Buffer];
  expect(response.toString()).toMatch(/^x-request-id: from-nginx-1\r\n/im);
  expect(response.toString()).toMatch(/^server-timing: /im);
  expect(response.toString()).toMatch(/^HTTP\/1\.1 503 [\s\S]*OVERLOADED/);
  for (const socket of holders) socket.destroy();
  late.write('x'.repeat(50));
  await eventually(async () => {
    late.write(head('GET /api/posts/new'));
    const [next] = (await once(late, 'data')) as [Buffer];
    expect(next.toString()).toMatch(/^HTTP\/1\.1 200 /);
  });
  late.destroy();
});

it('a rejection in a pop-up window is the page that ends it', async () => {
  const holders = await takeAllPlaces();
  for (const path of ['/api/auth/google', '/api/auth/google/callback?state=x']) {
    const response = await fetch(stack.url + path, { headers: { 'x-request-id': 'from-nginx-2' } });
    expectPopupPage(response, 503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(response.headers.get('x-request-id')).toBe('from-nginx-2');
    expect(await messageOf(response)).toEqual({ error: commonErrors.OVERLOADED.message });
  }
  for (const socket of holders) socket.destroy();
});

function dial(): Socket {
  const { hostname, port } = new URL(stack.url);
  // A connection without a place may be reset while nobody listens to it.
  return connect(Number(port), hostname).on('error', () => undefined);
}

/** Takes all places with requests whose bodies do not arrive. */
async function takeAllPlaces(): Promise<Socket[]> {
  const holders = Array.from({ length: PLACES }, hold);
  await eventually(async () => {
    // A request that was still leaving may have had the place that one of them needed.
    if ((await placesTaken()) < PLACES) holders.push(hold());
    expect(await placesTaken()).toBe(PLACES);
  });
  return holders;
}

function hold(): Socket {
  const socket = dial();
  socket.write(head('POST /api/auth/login', 50));
  return socket;
}

/** Reads the metric on the port where the request itself takes no place. */
const placesTaken = async (kind: 'all' | 'tips' = 'all') =>
  (await stack.gateway.metric('likewell_http_in_flight', `kind="${kind}"`)) ?? NaN;

const head = (line: string, length?: number, more = '') => {
  const body = length === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`;
  return `${line} HTTP/1.1\r\nHost: test\r\n${body}${more}\r\n`;
};
