import { useDeferredValue, useEffect, useState } from 'react';

/**
 * Returns false in a component's first rendering, and true once that was painted. It uses a state, since a
 * component that is itself rendered in a deferred way would be complete at once; and no transition, which
 * would delay the router's.
 */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  // eslint-disable-next-line react-hooks/set-state-in-effect -- to render again after the first paint
  useEffect(() => setIsPainted(true), []);
  return useDeferredValue(isPainted);
}
