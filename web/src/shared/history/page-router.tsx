import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';

/**
 * Works like BrowserRouter with one difference: a step between an overlay's history entry and the entry below
 * it is not a change of location. So the page stays, even when its address was changed without the router.
 */
export function PageRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [shown, setShown] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen(({ action, location, delta }) => {
        // An overlay's entry has the router's state of the entry below it: its index in
        // the history, and its key.
        startTransition(() =>
          setShown((last) =>
            delta === 0 && location.key === last.location.key ? last : { action, location },
          ),
        );
      }),
    [history],
  );
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={history}>
      {children}
    </Router>
  );
}
