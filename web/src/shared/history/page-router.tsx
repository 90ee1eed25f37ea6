import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';

/**
 * BrowserRouter, but for one thing: a step between an overlay's entry of the history and the one that it was opened on
 * is none to another location, so the page stays as it is, even where its address was rewritten behind the router's back.
 */
export function PageRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [shown, setShown] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen(({ action, location, delta }) => {
        // An overlay's entry has the router's state of the one below it: its index in the history, and its key.
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
