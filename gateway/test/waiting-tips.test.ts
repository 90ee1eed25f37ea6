import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const WAITING = 3;
/** Longer than a busy machine takes for what a test does while tips wait. */
const LONG_WAIT_MS = 100_000;
const SHORT_WAIT_MS = 1000;

let stack: BootedStack;
let visitor: HttpClient;
let tipper: HttpClient;
let postId: number;

beforeAll(async () => {
  stack = await bootStack({
    MAX_TIPS_IN_FLIGHT: '1',
    MAX_TIPS_WAITING: String(WAITING),
    TRUSTED_PROXIES: '127.0.0.1',
  });
  await stack.gateway.stop();
  await stack.gateway.startWith({ MAX_TIP_WAIT_MS: LONG_WAIT_MS });
  visitor = new HttpClient(stack.url);
  postId = await (await visitor.join('author')).client.publish('A post');
  tipper = (await visitor.join('tipper')).client;
  // After this the ledger knows the post, so that every tip takes its place once.
  expect((await tip(1)).status).toBe(200);
});
afterAll(() => stack.stop());

describe('tips that there is no place for', () => {
  it('wait, and are all settled once there is; what they waited is part of their time', async () => {
    const leave = await takeThePlace();
    const tips = [tip(2), tip(2), tip(2)];
    await untilWaiting(3);
    await sleep(300);
    leave();
    for (const { status, headers } of await Promise.all(tips)) {
      expect(status).toBe(200);
      expect(totalOf(headers)).toBeGreaterThanOrEqual(300);
    }
  });

  it('take turns by network, and of one network the newest goes first', async () => {
    const leave = await takeThePlace();
    const tips = [];
    for (const [amount, network] of [
      [3, '198.51.100.1'],
      [4, '198.51.100.1'],
      [5, '203.0.113.2'],
    ] as const) {
      tips.push(tip(amount, network));
      await untilWaiting(tips.length);
    }
    leave();
    expect((await Promise.all(tips)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await amountsSettled(3)).toEqual([3, 5, 4]);
  });

  it('give way to a new one where too many wait: who waited longest is rejected', async () => {
    const leave = await takeThePlace();
    const first = tip(6);
    await untilWaiting(1);
    const others = [tip(7), tip(7)];
    await untilWaiting(WAITING);
    others.push(tip(7));
    const { status, headers, body } = await first;
    expect({ status, body }).toEqual({
      status: 503,
      body: { code: 'OVERLOADED', error: expect.any(String), requestId: expect.any(String) },
    });
    expect(headers.get('retry-after')).toBe('1');
    expect(await waiting()).toBe(WAITING);
    leave();
    for (const other of await Promise.all(others)) expect(other.status).toBe(200);
    expect(await amountsSettled(3)).toEqual([7, 7, 7]);
  });

  it('are not begun for somebody who is gone', async () => {
    const leave = await takeThePlace();
    const [gone, before] = [new AbortController(), await rejected()];
    const aborted = tip(8, undefined, gone.signal).catch(() => 'gone');
    await untilWaiting(1);
    gone.abort();
    await untilWaiting(0);
    const stays = tip(9);
    await untilWaiting(1);
    leave();
    expect([await aborted, (await stays).status]).toEqual(['gone', 200]);
    expect(await rejected()).toBe(before);
    expect((await amountsSettled(2)).filter((amount) => [8, 9].includes(amount))).toEqual([9]);
  });

  it('keep nobody else from reading and signing in, nor the metrics from being read', async () => {
    const leave = await takeThePlace();
    const tips = [tip(10), tip(10), tip(10)];
    await untilWaiting(WAITING);
    expect((await visitor.call('GET', '/api/posts/new')).status).toBe(200);
    expect((await tipper.call('GET', '/api/auth/me')).status).toBe(200);
    const form = { emailOrUser: 'tipper', password: 'correct horse battery' };
    expect((await visitor.call('POST', '/api/auth/login', form)).status).toBe(200);
    expect(await waiting()).toBe(WAITING);
    leave();
    for (const { status } of await Promise.all(tips)) expect(status).toBe(200);
  });

  it('are served, or rejected, before the gateway ends', async () => {
    const leave = await takeThePlace();
    const tips = [tip(13), tip(13)];
    await untilWaiting(2);
    const stopped = stack.gateway.stop();
    await sleep(200);
    leave();
    for (const { status } of await Promise.all(tips)) expect(status).toBe(200);
    await stopped;
  });

  it('are rejected when none comes in time, counted, with a time to come again', async () => {
    await stack.gateway.stop();
    await stack.gateway.startWith({ MAX_TIP_WAIT_MS: SHORT_WAIT_MS });
    const leave = await takeThePlace();
    const { status, headers, body } = await tip(11);
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'OVERLOADED' });
    expect(headers.get('retry-after')).toBe('1');
    expect(totalOf(headers)).toBeGreaterThanOrEqual(SHORT_WAIT_MS);
    expect(await rejected()).toBe(1);
    leave();
    await eventually(async () => {
      expect((await tip(12)).status).toBe(200);
    });
    const [newest, ...before] = await amountsSettled(100);
    expect(newest).toBe(12);
    expect(before).not.toContain(11);
  });
});

/** Sends a tip of the member, in LIKE. */
async function tip(amount: number, network?: string, signal?: AbortSignal) {
  const response = await fetch(`${stack.url}/api/posts/${postId}/like`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tipper.token}`,
      ...(network !== undefined && { 'x-forwarded-for': network }),
    },
    body: JSON.stringify({ amount: amount / 1000 }),
    ...(signal && { signal }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { code?: string },
  };
}

/** Takes the one place by a tip whose body does not arrive; the returned function gives it back. */
async function takeThePlace(): Promise<() => void> {
  await eventually(async () => {
    expect(await placesTaken()).toBe(0);
  });
  const socket = dial();
  socket.write(
    `POST /api/posts/${postId}/like HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${tipper.token}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n`,
  );
  await eventually(async () => {
    expect(await placesTaken()).toBe(1);
  });
  return () => socket.destroy();
}

function dial(): Socket {
  const { hostname, port } = new URL(stack.url);
  return connect(Number(port), hostname);
}

const waiting = () => stack.gateway.metric('likewell_http_tips_waiting');
const placesTaken = () => stack.gateway.metric('likewell_http_in_flight', 'kind="tips"');
const rejected = async () =>
  (await stack.gateway.metric('likewell_http_served_seconds_count', 'like"', '"503"')) ?? 0;

async function untilWaiting(count: number): Promise<void> {
  await eventually(async () => {
    expect(await waiting()).toBe(count);
  });
}

/** Returns the amounts of the last tips, in thousandths of a LIKE, newest first. */
async function amountsSettled(count: number): Promise<number[]> {
  const { rows } = await stack.schemas['tipping-ledger'].owner.query<{ amount: string }>(
    'SELECT amount / 1000000 AS amount FROM tip ORDER BY seq DESC LIMIT $1',
    [count],
  );
  return rows.map(({ amount }) => Number(amount));
}

/** Returns the duration that the gateway reports, in milliseconds. */
const totalOf = (headers: Headers) =>
  Number(/total;dur=([\d.]+)/.exec(headers.get('server-timing') ?? '')?.[1]);
