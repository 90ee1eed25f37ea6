import type { FeedPage, Post } from '@likewell/contracts/gateway/posts';
import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { removeDialog, useOpenDialog } from '../../shared/dialogs/dialog-store';
import { postKeys } from '../../shared/posts/post-cache';
import { dropSession, saveSession } from '../../shared/session/session-store';
import { inClient } from '../../test-client';
import { fetchMock, json } from '../../test-fetch';
import { signInAs, tom } from '../../test-members';
import { useIsUnfollowed } from './follow.api';
import { FollowButton } from './follow-button';

const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
let client: QueryClient;

const respond = (body: unknown, status = 200) => fetchMock.mockResolvedValueOnce(json(status, body));
const calls = () => fetchMock.mock.calls.map(([url, init]) => `${init?.method} ${url as string}`);
const button = (name: string) => screen.findByRole('button', { name });

const expectDisabled = (name: string, value: string) =>
  waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe(value));
const expectChanging = (name: string) => expectDisabled(name, 'true');
const expectReady = (name: string) => expectDisabled(name, 'false');

/** Makes the next call wait for a response that the test sends later. */
function respondLater() {
  let give!: (response: Response) => void;
  fetchMock.mockReturnValueOnce(new Promise((resolve) => (give = resolve)));
  return (body: unknown, status = 200) =>
    act(() => {
      give(json(status, body));
      return Promise.resolve();
    });
}

const show = (username = 'mary') =>
  render(<FollowButton username={username} />, { wrapper: inClient(client) });

const feedOf = (...names: string[]): InfiniteData<FeedPage, string | null> => ({
  pages: [{ items: names.map((username, id) => ({ id, author: { username } }) as Post), nextCursor: null }],
  pageParams: [null],
});
const authorsCached = () =>
  client
    .getQueryData<InfiniteData<FeedPage>>(postKeys.following(tom.id))
    ?.pages.flatMap(({ items }) => items.map(({ author }) => author.username));

signInAs(tom);
beforeEach(() => {
  client = makeQueryClient();
});
afterEach(() => {
  logged.mockClear();
  removeDialog();
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

  it('sends a JSON content type and no body, and toggles after a successful call [4.follow-toggles]', async () => {
    respond({ subscribed: false });
    show();
    const give = respondLater();
    await userEvent.click(await button('Follow'));
    await expectChanging('Follow');
    const [url, init] = fetchMock.mock.calls[1] ?? [];
    expect([init?.method, url, init?.body]).toEqual(['POST', '/api/posts/users/mary/subscribe', undefined]);
    expect(new Headers(init?.headers).get('content-type')).toBe('application/json');
    await give({ subscribed: true });
    await button('Unfollow');
    await expectReady('Unfollow');
    expect(logged).not.toHaveBeenCalled();
  });

  it('changes nothing when it fails, and only the console hears of it [8.silent-follow]', async () => {
    respond({ subscribed: true });
    show();
    const give = respondLater();
    await userEvent.click(await button('Unfollow'));
    await expectChanging('Unfollow');
    await give({ error: 'This part of Likewell is not answering right now.' }, 503);
    await expectReady('Unfollow');
    expect(logged).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not undone by a read that began before it', async () => {
    respond({ error: 'nobody' }, 404);
    show();
    const follow = await button('Follow');
    const giveFollow = respondLater();
    await userEvent.click(follow);
    const giveRead = respondLater();
    void client.refetchQueries({ queryKey: ['follow'] });
    await waitFor(() => expect(calls().at(-1)).toBe('GET /api/posts/users/mary/subscribed'));
    await giveFollow({ subscribed: true });
    await button('Unfollow');
    await giveRead({ subscribed: false });
    await waitFor(() => expect(client.isFetching()).toBe(0));
    await expectReady('Unfollow');
  });

  it('hears a second click only when the first one is done', async () => {
    respond({ subscribed: false });
    show();
    const give = respondLater();
    await userEvent.dblClick(await button('Follow'));
    expect(calls().slice(1)).toEqual(['POST /api/posts/users/mary/subscribe']);
    await give({ subscribed: true });
    respond({ subscribed: false });
    await userEvent.click(await button('Unfollow'));
    await waitFor(() => expect(calls()).toHaveLength(3));
    await button('Follow');
  });

  it('of one author is changed at one place at a time, and shown at all', async () => {
    respond({ subscribed: false });
    render(
      <>
        <FollowButton username="mary" />
        <FollowButton username="Mary" />
      </>,
      { wrapper: inClient(client) },
    );
    const give = respondLater();
    const [first, second] = await screen.findAllByRole('button', { name: 'Follow' });
    if (!first || !second) throw new Error('Two buttons were expected');
    await userEvent.click(first);
    await waitFor(() => expect(second.getAttribute('aria-disabled')).toBe('true'));
    await userEvent.click(second);
    expect(calls().slice(1)).toEqual(['POST /api/posts/users/mary/subscribe']);
    await give({ subscribed: true });
    expect(await screen.findAllByRole('button', { name: 'Unfollow' })).toEqual([first, second]);
    respond({ subscribed: false });
    await userEvent.click(second);
    await waitFor(() => expect(calls().at(-1)).toBe('POST /api/posts/users/Mary/unsubscribe'));
  });

  it('changes the author that was pressed, also when the profile is of another one by then', async () => {
    respond({ subscribed: false });
    const { rerender } = show('mary');
    const give = respondLater();
    await userEvent.click(await button('Follow'));
    respond({ subscribed: false });
    rerender(<FollowButton username="ann" />);
    await waitFor(() => expect(calls().at(-1)).toBe('GET /api/posts/users/ann/subscribed'));
    await give({ subscribed: true });
    await expectReady('Follow');
    rerender(<FollowButton username="mary" />);
    await expectReady('Unfollow');
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
      Promise.resolve(json(200, { subscribed: (url as string).endsWith('/subscribe') })),
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
  it('loses an author once unfollowing them succeeded [4.unfollowed]', async () => {
    client.setQueryData(postKeys.following(tom.id), feedOf('mary', 'ann', 'mary'));
    const isUnfollowed = renderHook(() => useIsUnfollowed(), { wrapper: inClient(client) }).result;
    respond({ subscribed: true });
    show();
    const give = respondLater();
    await userEvent.click(await button('Unfollow'));
    await expectChanging('Unfollow');
    expect(isUnfollowed.current('mary')).toBe(false);
    expect(authorsCached()).toEqual(['mary', 'ann', 'mary']);
    await give({ subscribed: false });
    await waitFor(() => expect(isUnfollowed.current('Mary')).toBe(true));
    expect(isUnfollowed.current('ann')).toBe(false);
    expect(authorsCached()).toEqual(['ann']);
  });

  it('keeps the author when the unfollowing failed', async () => {
    client.setQueryData(postKeys.following(tom.id), feedOf('mary'));
    const isUnfollowed = renderHook(() => useIsUnfollowed(), { wrapper: inClient(client) }).result;
    respond({ subscribed: true });
    show();
    respond({}, 500);
    await userEvent.click(await button('Unfollow'));
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    expect(isUnfollowed.current('mary')).toBe(false);
    expect(authorsCached()).toEqual(['mary']);
  });

  it('is read anew after somebody was followed, also when it was opened before that succeeded', async () => {
    client.setQueryData(postKeys.following(tom.id), feedOf('ann'));
    respond({ subscribed: false });
    show();
    const give = respondLater();
    await userEvent.click(await button('Follow'));
    const read = vi.fn(() => Promise.resolve({ items: [], nextCursor: null }));
    const { unmount } = renderHook(
      () =>
        useInfiniteQuery({
          queryKey: postKeys.following(tom.id),
          queryFn: read,
          initialPageParam: null,
          getNextPageParam: () => null,
          staleTime: Infinity,
        }),
      { wrapper: inClient(client) },
    );
    expect(authorsCached()).toEqual(['ann']);
    await give({ subscribed: true });
    await waitFor(() => expect(read).toHaveBeenCalledOnce());
    unmount();
    respond({ subscribed: false });
    await userEvent.click(await button('Unfollow'));
    respond({ subscribed: true });
    await userEvent.click(await button('Follow'));
    await waitFor(() => expect(authorsCached()).toBeUndefined());
  });
});
