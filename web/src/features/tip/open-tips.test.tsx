import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getSession } from '../../shared/session/session-store';
import { inClient } from '../../test-client';
import { fetchMock, json } from '../../test-fetch';
import { mary, signInAs } from '../../test-members';
import { beginIntent, openIntents } from './tip-intent';
import { isUnderWay, settleTip } from './settle-tip';
import { useOpenTips, useSendTip } from './tip.api';

const wish = { payerId: mary.id, postId: 3, amountNano: 1_000_000_000n };
const notify = vi.hoisted(() => vi.fn());
vi.mock('../../shared/notices/notice-store', () => ({ notify }));
const askAgain = vi.hoisted(() => vi.fn<() => Promise<boolean>>());
vi.mock('../../shared/dialogs/ask-again', () => ({ askAgain }));

const openPage = () => renderHook(() => useOpenTips(mary.id), { wrapper: inClient() });
const rejectOnce = (status: number, code: string) =>
  fetchMock.mockResolvedValueOnce(json(status, { error: 'Not now.', code }));

signInAs(mary);
beforeEach(() => {
  fetchMock.mockImplementation(() => Promise.resolve(json(200, { tokens: 99, tokensNano: '99000000000' })));
});
afterEach(() => {
  notify.mockReset();
  askAgain.mockReset();
  vi.useRealTimers();
  sessionStorage.clear();
});

it('a tip that a page before this one sent is asked for, and told', async () => {
  beginIntent(wish);
  openPage();
  await waitFor(() => expect(notify).toHaveBeenCalledWith('Your tip of 1 LIKE was sent.', mary.id));
});

it('a tip whose outcome comes later is in the balance, by which the wallet knows of it', async () => {
  beginIntent(wish);
  openPage();
  await waitFor(() => expect(getSession().user?.tokensNano).toBe('99000000000'));
});

it('a tip that this page is sending is left to who sent it', async () => {
  let respond: (response: Response) => void = vi.fn();
  fetchMock.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
  const sent = settleTip(beginIntent(wish), vi.fn());
  openPage();
  await waitFor(() => expect(fetchMock).toHaveBeenCalledOnce());
  respond(json(200, { tokens: 99, tokensNano: '99000000000' }));
  await sent;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(notify).not.toHaveBeenCalled();
});

it('a tip that a page before this one sent is asked for on, where a pause rejects the question', async () => {
  beginIntent(wish);
  rejectOnce(503, 'PAUSED');
  openPage();
  await waitFor(() => expect(notify).toHaveBeenCalled());
  expect(notify.mock.calls).toEqual([['Your tip of 1 LIKE was sent.', mary.id]]);
});

it('a question that its sender would not confirm says nothing of the tip, which is asked for another time', async () => {
  const intent = beginIntent(wish);
  rejectOnce(403, 'CONFIRMATION_NEEDED');
  askAgain.mockResolvedValue(false);
  openPage();
  await waitFor(() => expect(askAgain).toHaveBeenCalled());
  await waitFor(() => expect(isUnderWay(intent)).toBe(false));
  expect(openIntents(mary.id)).toMatchObject([{ key: intent.key }]);
  expect(notify).not.toHaveBeenCalled();
});

it('a tip that is sent anew while nothing is known of it says nothing of the first where it is rejected', async () => {
  const { key } = beginIntent(wish);
  rejectOnce(429, 'RATE_LIMITED');
  const { result } = renderHook(() => useSendTip(wish.postId), { wrapper: inClient() });
  result.current.mutate(wish.amountNano);
  await waitFor(() => expect(result.current.askingAfter?.message).toBe('Not now.'));
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  const likes = fetchMock.mock.calls.filter(([url]) => url === '/api/posts/3/like');
  const keys = likes.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(keys).toEqual([key, key]);
});

it('a tip of which nothing is known after an hour is told so, and sending it again asks for the same', async () => {
  vi.useFakeTimers();
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  const intent = beginIntent(wish);
  const outcome = settleTip(intent, vi.fn()).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(61 * 60_000);
  expect(await outcome).toMatchObject({
    code: 'GAVE_UP',
    message: 'It is not known whether your tip of 1 LIKE was sent. The history of your wallet will tell.',
  });
  expect(beginIntent(wish).key).toBe(intent.key);
});

it('a notice says so where nobody waits for it', async () => {
  vi.useFakeTimers();
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  beginIntent(wish);
  openPage();
  await vi.advanceTimersByTimeAsync(61 * 60_000);
  expect(notify.mock.calls).toEqual([
    ['It is not known whether your tip of 1 LIKE was sent. The history of your wallet will tell.', mary.id],
  ]);
});
