import { createStore, useStore } from '../store/store';

const counts = createStore<ReadonlyMap<number, number>>(new Map());

/** Records that a tip was sent to a post from this page. */
export function recordSentTip(postId: number): void {
  const known = counts.get();
  counts.set(new Map(known).set(postId, (known.get(postId) ?? 0) + 1));
}

/** Returns the number of tips that were sent to a post since the page was loaded. */
export const useTipCount = (postId: number): number => useStore(counts, (known) => known.get(postId) ?? 0);
