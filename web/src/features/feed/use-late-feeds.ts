import { bestPosts, type FeedPage, newPosts, type Post } from '@likewell/contracts/gateway/posts';
import { hashKey, type InfiniteData, noop, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { buildUrl } from '../../shared/api/build-url';
import { loadedChangedAt } from '../../shared/api/change-loaded';
import type { ListPage } from '../../shared/api/use-paged-list';
import { postKeys } from '../../shared/posts/post-cache';
import { IN_USE } from './feed-block';

type FeedKey = typeof postKeys.best | typeof postKeys.new;

interface LateFeed {
  feed: FeedKey;
  page: FeedPage;
  /** What was answered in its place. */
  before: FeedPage;
  /** When the page had asked, in ms. */
  askedAt: number;
}

/** Whatever a worker sends; no field is known to be there. */
type Message = Omit<LateFeed, 'feed' | 'page'> & { kind?: unknown; path?: unknown; page?: FeedPage };

/** The feeds of which the service worker keeps the first page, by the address of that page. */
const FEEDS = new Map<unknown, FeedKey>([
  [buildUrl(bestPosts, { query: { range: 'all', cursor: null } }), postKeys.best],
  [buildUrl(newPosts, { query: { cursor: null } }), postKeys.new],
]);

/**
 * Shows a feed that came late in place of the one of before, where that is still what a reader has before them, at the
 * top. Otherwise the list stays as it is, and is read again when they return to it.
 */
export function useLateFeeds(): void {
  const client = useQueryClient();
  useEffect(() => followLateFeeds(client), [client]);
}

function followLateFeeds(client: QueryClient): (() => void) | undefined {
  // Browsers have no service workers on a page without TLS.
  if (!('serviceWorker' in navigator)) return undefined;
  const { serviceWorker } = navigator;
  const hear = ({ data }: MessageEvent<unknown>) => {
    const late = readMessage(data);
    if (late !== null) void receive(client, late);
  };
  serviceWorker.addEventListener('message', hear);
  // It repeats what it has sent until now.
  serviceWorker.controller?.postMessage('listening');
  return () => serviceWorker.removeEventListener('message', hear);
}

/** Returns null for any message but a late feed's. */
function readMessage(data: unknown): LateFeed | null {
  const { path, kind, page, ...late } = (data ?? {}) as Message;
  const feed = FEEDS.get(path);
  return kind === 'late-feed' && feed && Array.isArray(page?.items) ? { ...late, page, feed } : null;
}

async function receive(client: QueryClient, { feed, page, before, askedAt }: LateFeed): Promise<void> {
  const list = client.getQueryCache().find<InfiniteData<ListPage<Post>>>({ queryKey: feed });
  // The answer of before may be on its way to the list, or a next page, which would undo what is changed now.
  if (list?.promise) await list.promise.catch(noop);
  if (!list?.state.data) return;
  const { pages, pageParams } = list.state.data;
  const isAsBefore = hashKey(pages) === hashKey([before]) && askedAt > loadedChangedAt();
  if (isAsBefore && list.isActive() && isAtTop())
    client.setQueryData(feed, { pages: [page], pageParams: [null] });
  else
    client.setQueryData(feed, { pages: pages.map((old) => ({ ...old, isInvalidated: true })), pageParams });
}

/** Matches what lies over the page until its last frame, when the focus goes back to the list. */
const OVERLAY = 'dialog, [role=dialog], [role=alertdialog]';

function isAtTop(): boolean {
  if (window.scrollY >= 1 || document.querySelector(OVERLAY)) return false;
  return !document.getElementById('main')?.querySelector(IN_USE);
}
