import type { User } from '@likewell/contracts/gateway/user';
import { walletHistory } from '@likewell/contracts/gateway/wallet';
import { useQuery } from '@tanstack/react-query';
import { readBody, respond, serverTime } from '../../shared/api/client';
import { readNano } from '../../shared/format/amounts';
import { refreshUser } from '../../shared/session/refresh-user';

/** An older bonus belongs to a member who has been here before. */
const NEW_MS = 10 * 60_000;
/**
 * The ledger pays the bonus a moment after the sign-up; after this number of checks it is no longer expected.
 */
const LOOK_AGAIN_MS = 1500;
const LOOKS = 12;

/** Returns the sign-up bonus that has just arrived, in nano-LIKE; null for an older member. */
export function useNewBonus({ id, bonus_due_on }: User) {
  return useQuery({
    queryKey: ['new-bonus', id],
    enabled: bonus_due_on === undefined,
    queryFn: ({ signal }) => fetchNewBonus(signal),
    staleTime: Infinity,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
      const isOver = data !== undefined && data !== 'awaited';
      return !isOver && dataUpdateCount + errorUpdateCount < LOOKS && LOOK_AGAIN_MS;
    },
  });
}

async function fetchNewBonus(signal: AbortSignal): Promise<bigint | 'awaited' | null> {
  const response = await respond(walletHistory, { query: { kinds: 'bonus', cursor: null }, signal });
  const [bonus] = (await readBody<typeof walletHistory>(response)).items;
  if (!bonus) return 'awaited';
  if (serverTime(response) - Date.parse(bonus.created_at) > NEW_MS) return null;
  // The displayed balance may be from before the bonus.
  await refreshUser(signal);
  return readNano(bonus.amountNano);
}
