import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { type HistoryItem, walletHistory, walletWeek } from '@likewell/contracts/gateway/wallet';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, callList } from '../../shared/api/client';
import { usePagedList } from '../../shared/api/use-paged-list';
import { useUser } from '../../shared/session/session-store';
import { useMemberKey, useMemberQuery } from '../../shared/session/use-member-key';

/** Views of the history: `chain` has the deposits and withdrawals, `all` every change of the balance. */
export type HistoryView = 'chain' | 'all';

/**
 * Reads the member's history, newest first. More pages exist while `nextCursor` is present; a load is skipped
 * if one is running or there are no more (spec, section 4). A failure stops it silently (section 8), an outage
 * until the site can be reached again.
 */
export function useWalletHistory(view: HistoryView) {
  const history = usePagedList({
    queryKey: [...useMemberKey('wallet-history'), view],
    fetchPage: (cursor, signal) =>
      callList(walletHistory, { query: view === 'all' ? { kinds: 'all', cursor } : { cursor }, signal }),
  });
  // The server's last row has the sum that epochs have added so far, even when it is 0; then it is left out.
  return { ...history, items: history.items.filter(({ amountNano }) => amountNano !== '0') };
}
export type { HistoryItem };

export type WeekTotal = RouteResponse<typeof walletWeek>['earned'];

/** Reads what the member received and sent in tips in the last seven days. */
export const useWeek = () =>
  useMemberQuery('wallet-week', ({ signal }) => call(walletWeek, { signal }, (week) => 'earned' in week), {
    gcTime: 0,
  });

/**
 * Keeps the history and the week true while the page is open, also those of a wallet that was left and may be returned
 * to: they are read again when the balance has changed, such as by a tip from another tab or from somebody else, so
 * that they add up to what stands beside them.
 */
export function useChangesOfBalance(): void {
  const client = useQueryClient();
  const user = useUser();
  /** The last known balances, by the members who were logged in on this page. */
  const balances = useRef(new Map<number, string>());
  useEffect(() => {
    if (user === null) return;
    const before = balances.current.get(user.id);
    balances.current.set(user.id, user.tokensNano);
    if (before === undefined || before === user.tokensNano) return;
    for (const name of ['wallet-history', 'wallet-week'])
      void client.invalidateQueries({ queryKey: [name, user.id] });
  }, [client, user]);
}
