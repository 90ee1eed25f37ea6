import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { FeedPage, Post } from '@likewell/contracts/gateway/posts';
import { type InfiniteData, noop, type QueryKey } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { removePost, updatePost } from '../../shared/posts/change-posts';
import { postKeys } from '../../shared/posts/post-cache';
import { Modal } from '../../shared/ui/modal';
import { WaitingDialog } from '../../shared/ui/waiting-dialog';
import { inPage } from '../../test-client';
import { fetchMock, respond, respondLater } from '../../test-fetch';
import { testPost } from '../../test-post';
import { useBestBelow, useBestFeed, useNewFeed } from './feed.api';
import { useLateFeeds } from './use-late-feeds';

const NEW = '/api/posts/new?cursor=';
const BEST = '/api/posts/best?range=all&cursor=';
const page = (...ids: number[]): FeedPage => ({
  items: ids.map((id): Post => ({ ...testPost, id })),
  nextCursor: null,
});
const withMore = (...ids: number[]) => ({ ...page(...ids), nextCursor: 'older' });

const tipped = (id: number): Post => ({ ...testPost, id, likes_sum: 999 });

const postMessage = vi.fn<(message: unknown) => void>();
const worker = Object.assign(new EventTarget(), { controller: { postMessage } });

/** The worker sends a message. */
const send = (data: unknown) =>
  act(() => Promise.resolve(void worker.dispatchEvent(new MessageEvent('message', { data }))));
/** What came late after the posts 2 and 1 were answered; it was asked for after all changes, by the millisecond. */
const lateFeed = (late: FeedPage, path = NEW) => ({
  kind: 'late-feed',
  path,
  askedAt: Date.now() + 1,
  before: page(2, 1),
  page: late,
});

// jsdom lacks both.
Object.assign(HTMLDialogElement.prototype, { showModal: noop, close: noop });
beforeEach(() => {
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  vi.stubGlobal('scrollY', 0);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  postMessage.mockClear();
});

type Feed = ReturnType<typeof useNewFeed>;

/** Opens screens, of which the first shows the New posts; the worker had 2 and 1 of them. */
async function openFeed(first: FeedPage = page(2, 1)) {
  let navigate: ReturnType<typeof useNavigate> = () => undefined;
  let feed: Feed | undefined;
  const shown = () => feed?.posts.map(({ id }) => id);
  function Shown({ useFeed }: { useFeed: () => Feed }) {
    feed = useFeed();
    return null;
  }
  function Screens() {
    useLateFeeds();
    navigate = useNavigate();
    return (
      <Routes>
        <Route path="/" element={<Shown key="new" useFeed={useNewFeed} />} />
        <Route path="/best" element={<Shown key="best" useFeed={useBestFeed} />} />
        <Route path="/p/1" element={<Shown key="below" useFeed={useBestBelow} />} />
        <Route path="/other" element={null} />
      </Routes>
    );
  }
  respond(200, first);
  const client = makeQueryClient();
  render(<Screens />, { wrapper: inPage(client) });
  const shows = (...ids: number[]) => waitFor(() => expect(shown()).toEqual(ids));
  await shows(...first.items.map(({ id }) => id));
  /** The ids that are about to be shown. */
  const loaded = (queryKey: QueryKey = postKeys.new) =>
    client
      .getQueryData<InfiniteData<FeedPage>>(queryKey)
      ?.pages.flatMap(({ items }) => items.map(({ id }) => id));
  return {
    client,
    loaded,
    shown,
    shows,
    likes: () => feed?.posts.map(({ likes_sum }) => likes_sum),
    go: (to: string) => act(() => void navigate(to)),
    /** Returns to a list of which the site has these posts now. */
    back: (...ids: number[]) => {
      respond(200, page(...ids));
      act(() => void navigate(-1));
    },
    readMore: async (...ids: number[]) => {
      respond(200, page(...ids));
      const known = shown() ?? [];
      act(() => feed?.loadMore?.());
      await shows(...known, ...ids);
    },
  };
}

it.each([
  ['New', '/', NEW],
  ['Best', '/best', BEST],
])('a feed that came late is shown at the top, and nothing is asked for again: %s', async (_, to, path) => {
  const { go, shows } = await openFeed();
  respond(200, page(2, 1));
  go(to);
  await shows(2, 1);
  await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
  fetchMock.mockClear();
  await send(lateFeed(page(9, 8), path));
  await shows(9, 8);
  await send({ ...lateFeed(page(10, 9), path), before: page(9, 8) });
  await shows(10, 9);
  expect(fetchMock).not.toHaveBeenCalled();
});

it('the worker is told once that the page listens: what came before that, it sends again', async () => {
  const { go } = await openFeed();
  go('/other');
  expect(postMessage.mock.calls).toEqual([['listening']]);
});

type Opened = Awaited<ReturnType<typeof openFeed>>;

/** Adds the part of a screen that holds its content, with a field that has the focus. */
function type() {
  const main = document.body.appendChild(document.createElement('main'));
  main.id = 'main';
  main.appendChild(document.createElement('input')).focus();
  onTestFinished(() => main.remove());
}

const dialog = { title: 'Send tokens', opener: null, onClosed: noop };
const question = (
  <AlertDialog.Root open>
    <AlertDialog.Portal>
      <AlertDialog.Popup>Delete this post?</AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);

describe('a feed that came late leaves the list as it is, until the reader returns to it,', () => {
  it.each<[string, (opened: Opened) => unknown, number[]]>([
    ['who has scrolled', () => vi.stubGlobal('scrollY', 1), [2, 1]],
    ['who has a dialog open', () => render(<Modal {...dialog}>{() => null}</Modal>), [2, 1]],
    ['who is asked something', () => render(question), [2, 1]],
    ['who waits for a dialog', () => render(<WaitingDialog onClose={noop} />), [2, 1]],
    ['who types', type, [2, 1]],
    ['who has read on', ({ readMore }) => readMore(0), [2, 1, 0]],
    ['who has deleted a post', ({ client }) => act(() => removePost(client, 2)), [1]],
    ['who has deleted a post that it alone has', ({ client }) => act(() => removePost(client, 9)), [2, 1]],
    ['who has tipped a post', ({ client }) => act(() => updatePost(client, tipped(2))), [2, 1]],
    [
      'who has tipped one that it alone has',
      ({ client }) => act(() => updatePost(client, tipped(9))),
      [2, 1],
    ],
  ])('%s', async (_, disturb, ids) => {
    const opened = await openFeed(withMore(2, 1));
    const { loaded, shown, shows, go, back } = opened;
    const late = { ...lateFeed(page(9, 8)), before: withMore(2, 1), askedAt: Date.now() };
    await disturb(opened);
    fetchMock.mockClear();
    await send(late);
    expect(loaded()).toEqual(ids);
    go('/other');
    back(10, 9);
    expect(shown()).toEqual(ids);
    await shows(10, 9);
    expect(fetchMock).toHaveBeenCalledOnce();
  });

  it.each(['before', 'after'])('who left the list, where it came %s that', async (when) => {
    vi.stubGlobal('scrollY', 700);
    const { shown, shows, go, back } = await openFeed();
    if (when === 'before') await send(lateFeed(page(9, 8)));
    go('/other');
    vi.stubGlobal('scrollY', 0);
    if (when === 'after') await send(lateFeed(page(9, 8)));
    back(10, 9);
    expect(shown()).toEqual([2, 1]);
    await shows(10, 9);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  it.each(['before', 'after'])('also where they tip and read on, and it came %s they left', async (when) => {
    vi.stubGlobal('scrollY', 700);
    const { client, shows, likes, readMore, go, back } = await openFeed(withMore(2, 1));
    const sendLate = () => send({ ...lateFeed(page(9, 8)), before: withMore(2, 1) });
    if (when === 'before') await sendLate();
    await readMore(0);
    go('/other');
    if (when === 'after') await sendLate();
    act(() => updatePost(client, tipped(2)));
    back(10, 9);
    expect(likes()).toEqual([999, 0, 0]);
    await shows(10, 9);
  });

  it('also where it comes from the worker of an earlier release, without what was answered before', async () => {
    const { loaded, shows, go, back } = await openFeed();
    await send({ kind: 'late-feed', path: NEW, page: page(9, 8) });
    expect(loaded()).toEqual([2, 1]);
    go('/other');
    back(10, 9);
    await shows(10, 9);
  });

  it('who has come to a post below which Best is shown', async () => {
    const { loaded, shown, shows, readMore, go, back } = await openFeed();
    respond(200, withMore(2, 1));
    go('/best');
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
    await readMore(0);
    go('/p/1');
    await send(lateFeed(withMore(9, 8), BEST));
    expect(loaded(postKeys.best)).toEqual([2, 1, 0]);
    back(10, 9);
    expect(shown()).toEqual([2, 1, 0]);
    await shows(10, 9);
  });
});

it('a list that was read anew since is not outdated by it any more', async () => {
  vi.stubGlobal('scrollY', 700);
  const { shown, shows, go, back } = await openFeed();
  await send(lateFeed(page(9, 8)));
  respond(200, page(10, 9));
  go('/');
  await shows(10, 9);
  go('/other');
  fetchMock.mockClear();
  back();
  expect(shown()).toEqual([10, 9]);
  expect(fetchMock).not.toHaveBeenCalled();
});

it('takes the place of an answer that is still on its way to the list', async () => {
  const { go, shows } = await openFeed(page(5));
  const answer = respondLater();
  go('/');
  await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
  await send(lateFeed(page(9, 8)));
  answer(200, page(2, 1));
  await shows(9, 8);
});

it.each([
  null,
  'late-feed',
  { ...lateFeed(page(9)), kind: 'other' },
  lateFeed(page(9), '/api/posts/following/posts?cursor='),
  { ...lateFeed(page(9)), page: { items: 'garbage' } },
  { kind: 'late-feed', path: NEW },
])('another message changes nothing: %j', async (message) => {
  const { loaded, shown, go, back } = await openFeed();
  await send(message);
  expect(loaded()).toEqual([2, 1]);
  go('/other');
  back();
  expect(shown()).toEqual([2, 1]);
  expect(fetchMock).toHaveBeenCalledOnce();
});
