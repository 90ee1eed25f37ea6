import { bestPosts, type FeedPage, newPosts } from '@likewell/contracts/gateway/posts';
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { buildUrl } from '../../shared/api/build-url';
import { changeLoaded } from '../../shared/api/change-loaded';
import { getOpenDialog } from '../../shared/dialogs/dialog-store';
import { postKeys } from '../../shared/posts/post-cache';
import { IN_USE } from './feed-block';

type FeedKey = typeof postKeys.best | typeof postKeys.new;

/** The feeds of which the service worker keeps the first page, by the address of that page. */
const FEEDS = new Map<unknown, FeedKey>([
  [buildUrl(bestPosts, { query: { range: 'all', cursor: null } }), postKeys.best],
  [buildUrl(newPosts, { query: { cursor: null } }), postKeys.new],
]);

/**
 * Shows what the service worker sends when a feed came late and was answered with the one of before: at once at the
 * top of the window, otherwise when the reader is back there, so that nothing is taken from under their eyes. A list
 * that they leave before that is read again when they return.
 */
export function useLateFeeds(): void {
  const client = useQueryClient();
  const { key } = useLocation();
  useEffect(() => followLateFeeds(client), [client, key]);
}

function followLateFeeds(client: QueryClient): (() => void) | undefined {
  // Browsers have no service workers on a page without TLS.
  if (!('serviceWorker' in navigator)) return undefined;
  const stopped = new AbortController();
  const { signal } = stopped;
  const hear = ({ data }: MessageEvent<unknown>) => {
    const late = readMessage(data);
    if (late === null) return;
    const { feed, page } = late;
    void client.invalidateQueries({ queryKey: feed, exact: true, refetchType: 'none' });
    if (!client.getQueryCache().find({ queryKey: feed })?.isActive()) return;
    // As one of the feeds it takes part in what happens to a post while it waits.
    client.setQueryData(waiting(feed), { pages: [page], pageParams: [null] });
    showAtTop(client);
  };
  navigator.serviceWorker.addEventListener('message', hear, { signal });
  window.addEventListener('scroll', () => showAtTop(client), { passive: true, signal });
  return () => {
    stopped.abort();
    for (const feed of FEEDS.values()) client.removeQueries({ queryKey: waiting(feed) });
  };
}

/** The key of a late feed until it is shown. */
const waiting = (feed: FeedKey) => [...feed, 'late'];

/** Returns null for any message but a late feed's. */
function readMessage(data: unknown): { feed: FeedKey; page: FeedPage } | null {
  const { kind, path, page } = (data ?? {}) as { kind?: unknown; path?: unknown; page?: FeedPage };
  const feed = FEEDS.get(path);
  return kind === 'late-feed' && feed && Array.isArray(page?.items) ? { feed, page } : null;
}

function showAtTop(client: QueryClient): void {
  if (window.scrollY >= 1 || getOpenDialog() !== null) return;
  if (document.getElementById('main')?.querySelector(IN_USE)) return;
  for (const feed of FEEDS.values()) {
    const late = client.getQueryData<InfiniteData<FeedPage>>(waiting(feed));
    if (!late) continue;
    client.removeQueries({ queryKey: waiting(feed) });
    changeLoaded(client, feed, () => late);
  }
}
