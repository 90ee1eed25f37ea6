import { createContext, type ReactNode, useContext, useLayoutEffect, useState, useTransition } from 'react';
import {
  type Navigator,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router-dom';
import { navigateOnceBack } from './overlay-history';

const IsNavigating = createContext(false);

/** Returns true from the press on a link until its screen is shown, or another one that was pressed since. */
export const useIsNavigating = (): boolean => useContext(IsNavigating);

/**
 * Works like BrowserRouter with two differences: a step between an overlay's history entry and the entry below
 * it is not a change of location, so the page stays, even when its address was changed without the router; and
 * a navigation waits while a closed overlay's entry is being left.
 */
export function PageRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [navigator] = useState(() => waitingFor(history));
  const [isNavigating, startTransition] = useTransition();
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
    <IsNavigating value={isNavigating}>
      <Router location={shown.location} navigationType={shown.action} navigator={navigator}>
        {children}
      </Router>
    </IsNavigating>
  );
}

const waitingFor = (history: Navigator): Navigator => ({
  ...history,
  push: (...given) => navigateOnceBack(() => history.push(...given)),
  replace: (...given) => navigateOnceBack(() => history.replace(...given)),
});
