import { me } from '@likewell/contracts/gateway/auth';
import { subscribed } from '@likewell/contracts/gateway/follows';
import { bestPosts, likePost, onePost } from '@likewell/contracts/gateway/posts';
import { price } from '@likewell/contracts/gateway/price';
import type { User } from '@likewell/contracts/gateway/user';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropSession, getSession, saveSession } from '../session/session-store';
import { fetchMock } from '../../test-fetch';
import { ApiError, errorText } from './api-error';
import { buildUrl } from './build-url';
import { call } from './client';

const respond = (status: number, body: unknown) =>
  fetchMock.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  );
const sentHeaders = () => new Headers(fetchMock.mock.calls[0]?.[1]?.headers);
const readPost = () => call(onePost, { params: { id: '7' } });
const failure = async () =>
  readPost().then(Promise.reject.bind(Promise), (error: unknown) => error as ApiError);

afterEach(() => {
  dropSession();
});

describe('a call', () => {
  it('sends the token, the key and the body, and answers with the object', async () => {
    saveSession('secret', {} as User);
    respond(200, { tokens: 98.5 });
    const key = '6f1c2a1e-8f52-4f43-9a58-0f6e3a1b2c3d';
    await call(likePost, { params: { id: '7' }, body: { amount: 1.5 }, idempotencyKey: key });
    const [url, init] = fetchMock.mock.calls[0] ?? [];
    const headers = sentHeaders();
    expect(url).toBe('/api/posts/7/like');
    expect(init?.body).toBe('{"amount":1.5}');
    expect(headers.get('authorization')).toBe('Bearer secret');
    expect(headers.get('idempotency-key')).toBe(key);
    expect(init?.signal).toBeInstanceOf(AbortSignal);
  });

  it("fails with the server's sentence", async () => {
    respond(404, { error: 'Post not found', code: 'POST_NOT_FOUND', requestId: 'r' });
    const error = await failure();
    expect(error).toMatchObject({ status: 404, message: 'Post not found', code: 'POST_NOT_FOUND' });
    expect(error.leavesOutcomeOpen).toBe(false);
  });

  it.each([
    [200, '<html>', 'a success that is no JSON'],
    [502, '<html>', 'an error that is no JSON'],
    [500, { error: 42 }, 'an error of another shape'],
  ])('fails without a sentence: %i %s (%s)', async (status, body, _what) => {
    respond(status, body);
    expect(errorText(await failure(), 'Error')).toBe('Error');
  });

  it('fails with an open outcome when no response came', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const error = await failure();
    expect(error).toMatchObject({ status: 0, leavesOutcomeOpen: true });
    expect(errorText(error, 'Error')).toBe('Error');
  });

  it('drops the session on 401', async () => {
    saveSession('secret', {} as User);
    respond(401, { error: 'Please log in to continue.' });
    await expect(call(me, {})).rejects.toThrow(ApiError);
    expect(getSession().token).toBeNull();
  });

  it("sends a visitor's call without a token", async () => {
    respond(200, { id: 7 });
    await readPost();
    expect(sentHeaders().has('authorization')).toBe(false);
  });

  it('to a public route carries no token, and a 401 to it keeps the session', async () => {
    saveSession('secret', {} as User);
    respond(401, {});
    await expect(call(price, {})).rejects.toThrow(ApiError);
    expect(sentHeaders().has('authorization')).toBe(false);
    expect(getSession().token).toBe('secret');
  });
});

describe('a call that may be cancelled', () => {
  // As in Safari 16.4.
  const any = Object.getOwnPropertyDescriptor(AbortSignal, 'any') ?? {};
  beforeEach(() => {
    vi.useFakeTimers();
    Reflect.deleteProperty(AbortSignal, 'any');
  });
  afterEach(() => {
    vi.useRealTimers();
    Object.defineProperty(AbortSignal, 'any', any);
  });

  /**
   * Calls the server, which does not respond; returns whether the request is cancelled
   * before this event, just before its deadline, and after it.
   */
  async function isCancelledBy(event: (controller: AbortController) => unknown, controller: AbortController) {
    fetchMock.mockReturnValueOnce(new Promise(() => undefined));
    void call(onePost, { params: { id: '7' }, signal: controller.signal });
    await vi.advanceTimersByTimeAsync(14_999);
    const sent = fetchMock.mock.lastCall?.[1]?.signal;
    const before = sent?.aborted;
    await event(controller);
    return [before, sent?.aborted];
  }

  it.each([
    ['its caller', (controller: AbortController) => controller.abort(), [false, true]],
    ['its deadline', () => vi.advanceTimersByTimeAsync(1), [false, true]],
    ['nothing else', () => undefined, [false, false]],
  ])('is cancelled by %s', async (_what, event, expected) => {
    expect(await isCancelledBy(event, new AbortController())).toEqual(expected);
  });

  it('is cancelled from the beginning where its caller has cancelled it already', async () => {
    const controller = new AbortController();
    controller.abort();
    expect(await isCancelledBy(() => undefined, controller)).toEqual([true, true]);
  });

  it('is answered', async () => {
    respond(200, { id: 7 });
    const { signal } = new AbortController();
    expect(await call(onePost, { params: { id: '7' }, signal })).toEqual({ id: 7 });
  });
});

describe('addresses', () => {
  it('send an empty cursor for the first page, in the order of the spec', () => {
    const query = { range: 'all', cursor: null } as const;
    expect(buildUrl(bestPosts, { query })).toBe('/api/posts/best?range=all&cursor=');
  });

  it('encode what stands in the path', () => {
    expect(buildUrl(subscribed, { params: { username: 'a/b?c' } })).toBe(
      '/api/posts/users/a%2Fb%3Fc/subscribed',
    );
  });
});
