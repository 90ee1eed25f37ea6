import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { refreshUser } from '../shared/session/refresh-user';
import { getSession } from '../shared/session/session-store';

const EVERY_MS = 30_000;
/** Shortest interval between two requests, for quick changes of page. */
const AT_MOST_EVERY_MS = 500;

/**
 * Keeps the balance up to date with other members' tips. It is requested when the person returns to
 * the page, on each change of path, and every 30 s while the page is visible. A failure is silent;
 * the next request follows.
 */
export function useFreshMember(): void {
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  const last = useRef(-Infinity);
  const refresh = useEffectEvent(() => {
    if (getSession().user === null || performance.now() - last.current < AT_MOST_EVERY_MS) return;
    last.current = performance.now();
    refreshUser().catch(() => undefined);
  });
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    const timer = setInterval(look, EVERY_MS);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  useEffect(() => {
    // The start of the page has just requested it.
    if (!isFirst.current) refresh();
    isFirst.current = false;
  }, [pathname]);
}
