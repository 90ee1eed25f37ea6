import { useCallback } from 'react';
import { useInView } from 'react-intersection-observer';

/** Higher than any page is scrolled. */
const FAR_PX = 10_000_000;

/**
 * Rewrites the address without a reload while a heading goes out of view at the top: `below` once it
 * reached the top of the viewport, `above` again when it comes back down (spec, section 2).
 * Returns the ref of the heading.
 */
export function useAddressOfReading(above: string, below: string) {
  const show = useCallback((path: string) => {
    // The router's own state stays with the entry, so that going back and forth still works.
    if (location.pathname !== path) history.replaceState(history.state, '', path);
  }, []);
  const { ref } = useInView({
    threshold: 0,
    // Everything above the top line of the viewport, so that a jump past the heading is noticed as well.
    rootMargin: `${FAR_PX}px 0px -100% 0px`,
    onChange: (isAtTop) => show(isAtTop ? below : above),
  });
  return ref;
}
