import { useEffect, useRef } from 'react';

/**
 * Returns the refs of a part of the page and of its heading, which gets the focus when the element in this
 * part that had it has gone, such as a button that removes itself: the Tab key continues there, and not at the
 * top of the page. It does not scroll, and takes the focus from nobody.
 */
export function useKeptFocus<Part extends HTMLElement = HTMLElement>() {
  const part = useRef<Part>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const place = part.current;
    if (place === null) return;
    let last: EventTarget | null = null;
    const isThere = (element: EventTarget) => element instanceof Node && element.isConnected;
    const observer = new MutationObserver(() => {
      if (last === null || isThere(last)) return;
      last = null;
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
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
  }, []);
  return { part, heading };
}
