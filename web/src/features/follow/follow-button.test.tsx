import type { FeedPage, Post } from '@likewell/contracts/gateway/posts';
import type { User } from '@likewell/contracts/gateway/user';
import { type InfiniteData, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { removeDialog, useOpenDialog } from '../../shared/dialogs/dialog-store';
import { postKeys } from '../../shared/posts/post-cache';
import { dropSession, saveSession } from '../../shared/session/session-store';
import { useIsUnfollowed } from './follow.api';
import { FollowButton } from './follow-button';

const tom = { id: 1002, username: 'tom', tokensNano: '0', public_token: 't' } as User;
const fetchMock = vi.fn<typeof fetch>();
const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
let client: QueryClient;

const reply = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const respond = (body: unknown, status = 200) => fetchMock.mockResolvedValueOnce(reply(status, body));
const calls = () => fetchMock.mock.calls.map(([url, init]) => `${init?.method} ${url as string}`);
const button = (name: string) => screen.findByRole('button', { name });

/** A response that comes when the test wants it. */
function respondLater() {
  let give!: (response: Response) => void;
  fetchMock.mockReturnValueOnce(new Promise((resolve) => (give = resolve)));
  return (body: unknown, status = 200) =>
    act(() => {
      give(reply(status, body));
      return Promise.resolve();
    });
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const show = (username = 'mary') => render(<FollowButton username={username} />, { wrapper });

const feedOf = (...names: string[]): InfiniteData<FeedPage, string | null> => ({
  pages: [{ items: names.map((username, id) => ({ id, author: { username } }) as Post), nextCursor: null }],
  pageParams: [null],
});
const authorsCached = () =>
  client
    .getQueryData<InfiniteData<FeedPage>>(postKeys.following(tom.id))
    ?.pages.flatMap(({ items }) => items.map(({ author }) => author.username));

beforeEach(() => {
  client = makeQueryClient();
  vi.stubGlobal('fetch', fetchMock);
  saveSession('secret', tom);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  logged.mockClear();
  removeDialog();
  dropSession();
});

describe('following (spec, sections 4, 7 and 8)', () => {
  it('asks once whether the member follows the author, and says what a click would do', async () => {
    respond({ subscribed: true });
    const { unmount } = show();
    await button('Unfollow');
    unmount();
    show('Mary');
    await button('Unfollow');
    expect(calls()).toEqual(['GET /api/posts/users/mary/subscribed']);
    expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer secret');
  });

  it('shows at once, and sends a JSON content type and no body', async () => {
    respond({ subscribed: false });
    show();
    const give = respondLater();
    await userEvent.click(await button('Follow'));
    await button('Unfollow');
    const [url, init] = fetchMock.mock.calls[1] ?? [];
    expect([init?.method, url, init?.body]).toEqual(['POST', '/api/posts/users/mary/subscribe', undefined]);
    expect(new Headers(init?.headers).get('content-type')).toBe('application/json');
    await give({ subscribed: true });
    await button('Unfollow');
    expect(logged).not.toHaveBeenCalled();
  });

  it('is taken back when it fails, and only the console hears of it [8.silent-follow]', async () => {
    respond({ subscribed: true });
    show();
    await button('Unfollow');
    const give = respondLater();
    await userEvent.click(await button('Unfollow'));
    await button('Follow');
    await give({ error: 'This part of Likewell is not answering right now.' }, 503);
    await button('Unfollow');
    expect(logged).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('hears a second click only when the first one is done', async () => {
    respond({ subscribed: false });
    show();
    const give = respondLater();
    const follow = await button('Follow');
    await userEvent.dblClick(follow);
    expect(calls().slice(1)).toEqual(['POST /api/posts/users/mary/subscribe']);
    await give({ subscribed: true });
    respond({ subscribed: false });
    await userEvent.click(await button('Unfollow'));
    await waitFor(() => expect(calls()).toHaveLength(3));
  });

  it('of one author from two places reaches the server in the order of the clicks', async () => {
    respond({ subscribed: false });
    render(
      <>
        <FollowButton username="mary" />
        <FollowButton username="mary" />
      </>,
      { wrapper },
    );
    const give = respondLater();
    for (const each of await screen.findAllByRole('button', { name: 'Follow' })) await userEvent.click(each);
    expect(calls().slice(1)).toEqual(['POST /api/posts/users/mary/subscribe']);
    respond({ subscribed: false });
    await give({ subscribed: true });
    await waitFor(() => expect(calls().at(-1)).toBe('POST /api/posts/users/mary/unsubscribe'));
    expect(await screen.findAllByRole('button', { name: 'Follow' })).toHaveLength(2);
  });

  it('is offered when it cannot be known whether it is so', async () => {
    respond({ error: 'nobody' }, 404);
    show();
    await button('Follow');
    expect(logged).toHaveBeenCalledOnce();
  });
});

describe('a visitor who wants to follow (spec, section 6)', () => {
  const dialog = () => renderHook(() => useOpenDialog()).result.current;

  beforeEach(() => dropSession());

  it('is asked to log in, and nothing is sent for them', async () => {
    show();
    await userEvent.click(await button('Follow'));
    expect(dialog()?.request).toMatchObject({ kind: 'auth', tab: 'login' });
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('follows once they are signed in, unless they are the author', async () => {
    show();
    await userEvent.click(await button('Follow'));
    const request = dialog()?.request;
    const goOn = request?.kind === 'auth' ? request.onSignedIn : undefined;
    fetchMock.mockImplementation((url) =>
      Promise.resolve(reply(200, { subscribed: (url as string).endsWith('/subscribe') })),
    );
    act(() => saveSession('secret', { ...tom, username: 'mary' }));
    act(() => goOn?.());
    act(() => saveSession('secret', tom));
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([]);
    act(() => goOn?.());
    await button('Unfollow');
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/posts/users/mary/subscribe',
    ]);
  });
});

describe('the Following feed', () => {
  it('loses an author at once when unfollowed, and for good when that succeeded', async () => {
    client.setQueryData(postKeys.following(tom.id), feedOf('mary', 'ann', 'mary'));
    const isUnfollowed = renderHook(() => useIsUnfollowed(), { wrapper }).result;
    respond({ subscribed: true });
    show();
    await button('Unfollow');
    expect(isUnfollowed.current('mary')).toBe(false);
    const give = respondLater();
    await userEvent.click(await button('Unfollow'));
    await waitFor(() => expect(isUnfollowed.current('Mary')).toBe(true));
    expect(isUnfollowed.current('ann')).toBe(false);
    expect(authorsCached()).toEqual(['mary', 'ann', 'mary']);
    await give({ subscribed: false });
    expect(authorsCached()).toEqual(['ann']);
  });

  it('shows the author again when the unfollowing failed', async () => {
    client.setQueryData(postKeys.following(tom.id), feedOf('mary'));
    const isUnfollowed = renderHook(() => useIsUnfollowed(), { wrapper }).result;
    respond({ subscribed: true });
    show();
    const give = respondLater();
    await userEvent.click(await button('Unfollow'));
    await waitFor(() => expect(isUnfollowed.current('mary')).toBe(true));
    await give({}, 500);
    await waitFor(() => expect(isUnfollowed.current('mary')).toBe(false));
    expect(authorsCached()).toEqual(['mary']);
  });

  it('is read anew after somebody was followed', async () => {
    client.setQueryData(postKeys.following(tom.id), feedOf());
    respond({ subscribed: false });
    show();
    respond({ subscribed: true });
    await userEvent.click(await button('Follow'));
    await waitFor(() => expect(authorsCached()).toBeUndefined());
  });
});
