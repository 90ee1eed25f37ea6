import { price } from '@likewell/contracts/gateway/price';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { call } from '../api/client';
import { useNow } from '../hooks/use-now';

const RENEWED_MS = 60_000;
/** The server stops showing a price that is older; the page does the same while it cannot ask. */
const STANDS_MS = 600_000;

/** What one LIKE costs in US dollars: null where that is not known, undefined while it is asked. */
export function usePrice(): number | null | undefined {
  const now = useNow();
  const { data, dataUpdatedAt, isPending } = useQuery({
    queryKey: ['price'],
    queryFn: async ({ signal }) => {
      const { usd } = await call(price, { signal });
      if (usd !== null && !(Number.isFinite(usd) && usd > 0)) throw new ApiError(200);
      return usd;
    },
    staleTime: RENEWED_MS,
    refetchInterval: RENEWED_MS,
  });
  if (isPending) return undefined;
  return data === undefined || now - dataUpdatedAt > STANDS_MS ? null : data;
}
