import { useIsNavigating } from '../../shared/history/page-router';
import { useInView } from '../../shared/hooks/use-in-view';

/** Larger than any scroll position. */
const FAR_PX = 10_000_000;

/**
 * Changes the address without a reload as a heading crosses the top of the viewport: to `below`
 * once it has gone out of view there, to `above` again when it comes back (spec, section 2). While the next screen
 * is loaded, the address is already that one's. Returns the ref of the heading.
 */
export function useAddressOfReading(above: string, below: string) {
  const isNavigating = useIsNavigating();
  return useInView<HTMLSpanElement>(
    ({ isIntersecting: isAtTop }) => !isNavigating && show(isAtTop ? below : above),
    // Includes everything above the top of the viewport, so that a jump past the heading is noticed as well.
    `${FAR_PX}px 0px -100% 0px`,
  );
}

function show(path: string): void {
  // The entry keeps the router's own state, so that Back and Forward still work.
  if (location.pathname !== path) history.replaceState(history.state, '', path);
}
