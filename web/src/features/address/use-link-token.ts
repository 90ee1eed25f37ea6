import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * The secret of the link that was opened, which stands in the fragment: no server, log or referrer has seen it. It is taken out of
 * the address at once, so that neither the history nor a shared screen keeps it.
 */
export function useLinkToken(): string {
  const { hash } = useLocation();
  const [token] = useState(() => hash.slice(1));
  // Before anything is painted.
  useLayoutEffect(() => {
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
