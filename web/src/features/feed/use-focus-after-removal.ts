import { useEffect, useRef } from 'react';

/**
 * When a post that had the focus goes from a list, the title of the one that takes its place gets it: whoever
 * uses the keyboard goes on from there.
 */
export function useFocusAfterRemoval(postIds: readonly number[]): void {
  const shown = useRef(postIds);
  useEffect(() => {
    const present = new Set(postIds);
    const gone = shown.current.findIndex((id) => !present.has(id));
    shown.current = postIds;
    if (gone === -1 || document.activeElement !== document.body) return;
    const next = postIds[Math.min(gone, postIds.length - 1)];
    document.querySelector<HTMLElement>(`[data-post-id="${next}"] h2 a`)?.focus();
  });
}
