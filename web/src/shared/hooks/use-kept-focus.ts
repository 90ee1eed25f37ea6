import { type RefObject, useEffect } from 'react';

/**
 * Gives the focus to `heir` when the element in `container` that had it has gone, such as a button that
 * removes itself: the Tab key continues there, and not at the top of the page. It does not scroll, and takes
 * the focus from nobody.
 */
export function useKeptFocus(container: RefObject<HTMLElement | null>, heir: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current: place } = container;
    if (place === null) return;
    let last: EventTarget | null = null;
    const isThere = (element: EventTarget) => element instanceof Node && element.isConnected;
    const observer = new MutationObserver(() => {
      if (last === null || isThere(last)) return;
      last = null;
      if (document.activeElement === document.body) heir.current?.focus({ preventScroll: true });
    });
    observer.observe(place, { childList: true, subtree: true });
    const ended = new AbortController();
    const options = { signal: ended.signal };
    place.addEventListener('focusin', ({ target }) => (last = target), options);
    const forget = (left: EventTarget) => {
      if (last === left && isThere(left)) last = null;
    };
    // Some browsers say so of an element that goes, too, while it is still there.
    place.addEventListener(
      'focusout',
      ({ target }) => queueMicrotask(() => target && forget(target)),
      options,
    );
    return () => {
      observer.disconnect();
      ended.abort();
    };
  }, [container, heir]);
}
