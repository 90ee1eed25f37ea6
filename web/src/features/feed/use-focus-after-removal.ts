import { useEffect, useRef } from 'react';

/**
 * Moves the focus when a post that had it, or its open menu, is removed from a list: to the title of the post in
 * its place, so that a keyboard user can continue from there.
 */
export function useFocusAfterRemoval(postIds: readonly number[]): void {
  const shown = useRef(postIds);
  // Read before the removal, after which it is no longer in the document.
  const focused = document.activeElement;
  useEffect(() => {
    const present = new Set(postIds);
    const gone = shown.current.findIndex((id) => !present.has(id));
    shown.current = postIds;
    if (gone === -1 || focused?.isConnected !== false || document.activeElement !== document.body) return;
    const next = postIds[Math.min(gone, postIds.length - 1)];
    document.querySelector<HTMLElement>(`[data-post-id="${next}"] h2 a`)?.focus();
  });
}
