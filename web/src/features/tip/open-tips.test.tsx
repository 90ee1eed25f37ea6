import type { User } from '@likewell/contracts/gateway/user';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { dropSession, saveSession } from '../../shared/session/session-store';
import { beginIntent } from './tip-intent';
import { settleTip } from './settle-tip';
import { useOpenTips } from './tip.api';

const mary = { id: 7, username: 'mary', tokens: 100, tokensNano: '100000000000' } as User;
const wish = { payerId: mary.id, postId: 3, amountNano: 1_000_000_000n };
const fetchMock = vi.fn<typeof fetch>();
const notify = vi.hoisted(() => vi.fn());
vi.mock('../../shared/notices/notice-store', () => ({ notify }));

const openPage = () =>
  renderHook(() => useOpenTips(mary.id), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={makeQueryClient()}>{children}</QueryClientProvider>
    ),
  });

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockImplementation(() =>
    Promise.resolve(new Response(JSON.stringify({ tokens: 99, tokensNano: '99000000000' }))),
  );
  saveSession('secret', mary);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  notify.mockReset();
  dropSession();
  sessionStorage.clear();
});

it('a tip that a page before this one sent is asked for, and told', async () => {
  beginIntent(wish);
  openPage();
  await waitFor(() => expect(notify).toHaveBeenCalledWith('Your tip of 1 LIKE was sent.'));
});

it('a tip that this page is sending is left to who sent it', async () => {
  let respond: (response: Response) => void = vi.fn();
  fetchMock.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
  const sent = settleTip(beginIntent(wish), vi.fn());
  openPage();
  await waitFor(() => expect(fetchMock).toHaveBeenCalledOnce());
  respond(new Response(JSON.stringify({ tokens: 99, tokensNano: '99000000000' })));
  await sent;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(notify).not.toHaveBeenCalled();
});
