import { useDeferredValue, useEffect, useState } from 'react';

/**
 * False in a component's first rendering, true once that was painted. By a state, since what itself arrives deferred would be
 * whole at once; and not by a transition, which would hold up the router's.
 */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  // eslint-disable-next-line react-hooks/set-state-in-effect -- a second rendering after the first paint is what it is for
  useEffect(() => setIsPainted(true), []);
  return useDeferredValue(isPainted);
}
