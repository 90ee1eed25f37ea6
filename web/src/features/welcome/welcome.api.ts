import type { User } from '@likewell/contracts/gateway/user';
import { walletHistory } from '@likewell/contracts/gateway/wallet';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { readNano } from '../../shared/format/amounts';
import { refreshUser } from '../../shared/session/refresh-user';

/** Who got the bonus longer ago has been here before. */
const NEW_MS = 10 * 60_000;
/** The ledger pays it a moment after the sign-up; after these looks it is not to be waited for. */
const LOOK_AGAIN_MS = 1500;
const LOOKS = 12;

/** The sign-up bonus that just arrived, in nano-LIKE; null for whoever has been a member before. */
export function useNewBonus({ id }: User) {
  return useQuery({
    queryKey: ['new-bonus', id],
    queryFn: ({ signal }) => fetchNewBonus(signal),
    staleTime: Infinity,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
      const isOver = data !== undefined && data !== 'awaited';
      return !isOver && dataUpdateCount + errorUpdateCount < LOOKS && LOOK_AGAIN_MS;
    },
  });
}

async function fetchNewBonus(signal: AbortSignal): Promise<bigint | 'awaited' | null> {
  const { items } = await call(walletHistory, { query: { kinds: 'bonus', cursor: null }, signal });
  const [bonus] = items;
  if (!bonus) return 'awaited';
  if (Date.now() - Date.parse(bonus.created_at) > NEW_MS) return null;
  // What the page shows as the balance may be from before it came.
  await refreshUser(signal);
  return readNano(bonus.amountNano);
}
