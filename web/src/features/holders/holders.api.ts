import { type HoldersEpoch, holdersEpochs } from '@likewell/contracts/gateway/holders';
import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { readNano } from '../../shared/format/amounts';

/** The last epoch that closed; null before the first. */
export function useLastEpoch() {
  return useQuery({
    queryKey: ['holders-epochs'],
    queryFn: async ({ signal }): Promise<HoldersEpoch | null> => {
      const page = await call(holdersEpochs, { query: { cursor: null }, signal });
      if (!Array.isArray(page.items)) throw new ApiError(200);
      return page.items[0] ?? null;
    },
    staleTime: 5 * 60_000,
  });
}

/** What an epoch paid for every 100 LIKE held at its close, in nano-LIKE, rounded down. */
export function paidPerHundred(epoch: Pick<HoldersEpoch, 'distributedNano' | 'membersTotalNano'>): bigint {
  const held = readNano(epoch.membersTotalNano);
  return held === 0n ? 0n : (readNano(epoch.distributedNano) * 100n * NANO_PER_LIKE) / held;
}
