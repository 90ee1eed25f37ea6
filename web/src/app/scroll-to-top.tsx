import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** On every change of path the window scrolls smoothly to the top (spec, section 2). */
export function ScrollToTop() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // The browser's own restoring would fight with it.
    history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' });
  }, [pathname]);
  return null;
}
