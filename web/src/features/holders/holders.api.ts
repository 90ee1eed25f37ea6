import { type HoldersEpoch, holdersEpochs } from '@likewell/contracts/gateway/holders';
import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { useQuery } from '@tanstack/react-query';
import { callList } from '../../shared/api/client';
import { renewedEvery } from '../../shared/api/renewed-every';
import { readNano } from '../../shared/format/amounts';

/** Reads the last closed epoch; null before the first one. */
export function useLastEpoch() {
  return useQuery({
    queryKey: ['holders-epochs'],
    queryFn: async ({ signal }): Promise<HoldersEpoch | null> =>
      (await callList(holdersEpochs, { query: { cursor: null }, signal })).items[0] ?? null,
    ...renewedEvery(5 * 60_000),
  });
}

/** Returns the amount that an epoch paid for every 100 LIKE held at its close, in nano-LIKE, rounded down. */
export function paidPerHundred(epoch: Pick<HoldersEpoch, 'distributedNano' | 'membersTotalNano'>): bigint {
  const held = readNano(epoch.membersTotalNano);
  return held === 0n ? 0n : (readNano(epoch.distributedNano) * 100n * NANO_PER_LIKE) / held;
}
