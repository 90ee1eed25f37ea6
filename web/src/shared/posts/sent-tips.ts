import { useSyncExternalStore } from 'react';

const counts = new Map<number, number>();
const listeners = new Set<() => void>();

/** Notes that a tip was sent to a post from this page. */
export function noteSentTip(postId: number): void {
  counts.set(postId, (counts.get(postId) ?? 0) + 1);
  for (const listener of listeners) listener();
}

/** How many tips were sent to a post since the page was loaded. */
export function useTipCount(postId: number): number {
  return useSyncExternalStore(subscribe, () => counts.get(postId) ?? 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
