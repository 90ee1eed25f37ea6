/**
 * The options of a read that stays on the page for days: it is repeated at this interval while the page is visible, and
 * at once for a person who comes back to a page that was hidden longer.
 */
export const renewedEvery = (ms: number) =>
  ({ staleTime: ms, refetchInterval: ms, refetchOnWindowFocus: true }) as const;
