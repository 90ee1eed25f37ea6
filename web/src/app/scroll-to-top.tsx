import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * Scrolls the window smoothly to the top on every change of path (spec, section 2), and when a link to the page
 * itself is followed, for example to the post of /p/{id} from the list below it.
 */
export function ScrollToTop() {
  const { pathname, hash, key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const shown = useRef(pathname);
  useEffect(() => {
    // The browser's own restoration would conflict with it.
    history.scrollRestoration = 'manual';
    // A visit begins like a return. The tabs of a page have a hash.
    if (shown.current === pathname && (isReturn || hash)) return;
    shown.current = pathname;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' });
  }, [pathname, hash, key, isReturn]);
  return null;
}
