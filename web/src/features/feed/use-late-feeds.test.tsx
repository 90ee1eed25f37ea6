import type { FeedPage, Post } from '@likewell/contracts/gateway/posts';
import type { InfiniteData } from '@tanstack/react-query';
import { act, fireEvent, render, renderHook, waitFor } from '@testing-library/react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { openDialog, removeDialog } from '../../shared/dialogs/dialog-store';
import { removePost } from '../../shared/posts/change-posts';
import { postKeys } from '../../shared/posts/post-cache';
import { inPage } from '../../test-client';
import { fetchMock, respond } from '../../test-fetch';
import { testPost } from '../../test-post';
import { useBestFeed, useNewFeed } from './feed.api';
import { useLateFeeds } from './use-late-feeds';

const NEW = '/api/posts/new?cursor=';
const page = (...ids: number[]) => ({
  items: ids.map((id): Post => ({ ...testPost, id })),
  nextCursor: null,
});
const worker = new EventTarget();

/** The worker sends a message. */
const send = (data: unknown) => act(() => void worker.dispatchEvent(new MessageEvent('message', { data })));
const sendLate = (...ids: number[]) => send({ kind: 'late-feed', path: NEW, page: page(...ids) });

function scrollTo(top: number) {
  vi.stubGlobal('scrollY', top);
  act(() => void fireEvent.scroll(window));
}

beforeEach(() => {
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  vi.stubGlobal('scrollY', 0);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  act(removeDialog);
});

/** Opens a feed with what the worker had of it: the posts 2 and 1. */
async function openFeed(useFeed = useNewFeed) {
  respond(200, page(2, 1));
  const client = makeQueryClient();
  const { result: list } = renderHook(
    () => {
      useLateFeeds();
      return useFeed();
    },
    { wrapper: inPage(client) },
  );
  const ids = () => list.current.posts.map(({ id }) => id);
  await waitFor(() => expect(ids()).toEqual([2, 1]));
  /** The ids that are about to be shown. */
  const loaded = () =>
    client
      .getQueryData<InfiniteData<FeedPage>>(postKeys.new)
      ?.pages.flatMap(({ items }) => items.map(({ id }) => id));
  return { client, ids, loaded };
}

it.each([
  ['New', useNewFeed],
  ['Best', useBestFeed],
])(
  'a feed that came late is shown at the top, and nothing is asked for again: %s',
  async (_name, useFeed) => {
    const { ids } = await openFeed(useFeed);
    const path = fetchMock.mock.calls[0]?.[0];
    send({ kind: 'late-feed', path, page: page(9, 8) });
    await waitFor(() => expect(ids()).toEqual([9, 8]));
    send({ kind: 'late-feed', path, page: page(10, 9) });
    await waitFor(() => expect(ids()).toEqual([10, 9]));
    expect(fetchMock).toHaveBeenCalledOnce();
  },
);

it('takes nothing from a reader who has scrolled, until they are back at the top', async () => {
  const { loaded } = await openFeed();
  scrollTo(700);
  sendLate(9, 8);
  scrollTo(300);
  expect(loaded()).toEqual([2, 1]);
  scrollTo(0);
  expect(loaded()).toEqual([9, 8]);
  expect(fetchMock).toHaveBeenCalledOnce();
});

it('is shown once: what is read after it stays', async () => {
  const { client, loaded } = await openFeed();
  sendLate(9, 8);
  client.setQueryData(postKeys.new, { pages: [page(10, 9)], pageParams: [null] });
  scrollTo(0);
  expect(loaded()).toEqual([10, 9]);
});

it('takes nothing from behind a dialog', async () => {
  const { loaded } = await openFeed();
  act(() => openDialog({ kind: 'tip', post: testPost }));
  sendLate(9, 8);
  expect(loaded()).toEqual([2, 1]);
  act(removeDialog);
  scrollTo(0);
  expect(loaded()).toEqual([9, 8]);
});

it('takes no card in which a reader types', async () => {
  const { loaded } = await openFeed();
  const main = document.body.appendChild(document.createElement('main'));
  main.id = 'main';
  const field = main.appendChild(document.createElement('input'));
  field.focus();
  sendLate(9, 8);
  expect(loaded()).toEqual([2, 1]);
  main.remove();
  scrollTo(0);
  expect(loaded()).toEqual([9, 8]);
});

it('shows no post that was deleted while it waited', async () => {
  const { client, loaded } = await openFeed();
  scrollTo(700);
  sendLate(9, 8);
  act(() => removePost(client, 9));
  scrollTo(0);
  expect(loaded()).toEqual([8]);
});

it.each(['before', 'after'])(
  'is read when a reader returns, where it came %s they left the list',
  async (when) => {
    let navigate: ReturnType<typeof useNavigate> = () => undefined;
    let shown: number[] = [];
    function New() {
      shown = useNewFeed().posts.map(({ id }) => id);
      return null;
    }
    function Screens() {
      useLateFeeds();
      navigate = useNavigate();
      return (
        <Routes>
          <Route path="/" element={<New />} />
          <Route path="/other" element={null} />
        </Routes>
      );
    }
    respond(200, page(2, 1));
    render(<Screens />, { wrapper: inPage() });
    await waitFor(() => expect(shown).toEqual([2, 1]));
    scrollTo(700);
    if (when === 'before') sendLate(9, 8);
    act(() => void navigate('/other'));
    scrollTo(0);
    if (when === 'after') sendLate(9, 8);
    respond(200, page(10, 9));
    act(() => void navigate(-1));
    expect(shown).toEqual([2, 1]);
    await waitFor(() => expect(shown).toEqual([10, 9]));
    expect(fetchMock).toHaveBeenCalledTimes(2);
  },
);

it.each([
  null,
  'late-feed',
  { kind: 'other', path: NEW, page: page(9) },
  { kind: 'late-feed', path: '/api/posts/following/posts?cursor=', page: page(9) },
  { kind: 'late-feed', path: NEW, page: { items: 'garbage' } },
  { kind: 'late-feed', path: NEW },
])('another message changes nothing: %j', async (message) => {
  const { loaded } = await openFeed();
  send(message);
  expect(loaded()).toEqual([2, 1]);
  expect(fetchMock).toHaveBeenCalledOnce();
});
