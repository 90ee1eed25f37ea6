import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Returns the secret of the link that was opened. It is in the fragment, so no server, log or referrer has
 * seen it. It is removed from the address at once, so that neither the history nor a shared screen shows it.
 */
export function useLinkToken(): string {
  const { hash } = useLocation();
  const [token] = useState(() => hash.slice(1));
  // Removed before anything is painted.
  useLayoutEffect(() => {
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
