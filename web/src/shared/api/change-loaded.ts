import type { Page } from '@likewell/contracts/core/page';
import { type InfiniteData, noop, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

let changedAt = 0;

/** When {@link changeLoaded} was last called, in ms: what was requested before that does not know of the change. */
export const loadedChangedAt = () => changedAt;

/**
 * Changes what is loaded under a key. A read that is under way began before the change and would undo it, for
 * example a next page, which comes with the old pages before it, or bring what was before it, as a first read:
 * it begins again, from the changed data.
 */
export function changeLoaded<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): void {
  changedAt = Date.now();
  client.setQueriesData<Data>({ queryKey }, (data) => data && change(data));
  const isUnderWay = ({ state }: Query) => state.fetchStatus !== 'idle';
  for (const query of client.getQueryCache().findAll({ queryKey, predicate: isUnderWay })) {
    // `cancelRefetch` alone lets a first read go on.
    void query.cancel({ silent: true });
    // A failure is the query's own.
    query.fetch(undefined, { cancelRefetch: true, meta: { ...query.state.fetchMeta } }).catch(noop);
  }
}

/** Does the same with the items of all loaded pages of a list. */
export function changeItems<Item>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (items: Item[]) => Item[],
): void {
  changeLoaded<InfiniteData<Page<Item>>>(client, queryKey, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
  }));
}
