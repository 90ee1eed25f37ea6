import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * Calls `onChange` when an element comes into view and when it leaves it again. The margin makes the view larger,
 * or smaller, as the browser's IntersectionObserver takes it. Returns the ref of the element.
 */
export function useInView<Seen extends Element>(
  onChange: (entry: IntersectionObserverEntry) => void,
  rootMargin = '0px',
): RefObject<Seen | null> {
  const element = useRef<Seen>(null);
  const changed = useEffectEvent(onChange);
  // Ends with the element: an effect may end after the next paint, in which an element that is gone has left the view.
  useLayoutEffect(() => {
    let wasInView = false;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          // The first entry only says where the element is.
          if (entry.isIntersecting || wasInView) changed(entry);
          wasInView = entry.isIntersecting;
        }
      },
      { rootMargin },
    );
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [rootMargin]);
  return element;
}
