import { price } from '@likewell/contracts/gateway/price';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { call } from '../api/client';
import { renewedEvery } from '../api/renewed-every';
import { useNow } from '../hooks/use-now';

/**
 * Maximum age of a price. The server shows no older one; the page applies it too while
 * it cannot reach the server.
 */
const STANDS_MS = 600_000;

/** Returns the price of one LIKE in US dollars; null when it is unknown, undefined while it is loading. */
export function usePrice(): number | null | undefined {
  const now = useNow();
  const { data, dataUpdatedAt, isPending } = useQuery({
    queryKey: ['price'],
    queryFn: async ({ signal }) => {
      const { usd } = await call(price, { signal });
      if (usd !== null && !(Number.isFinite(usd) && usd > 0)) throw new ApiError(200);
      return usd;
    },
    ...renewedEvery(60_000),
  });
  if (isPending) return undefined;
  return data === undefined || now - dataUpdatedAt > STANDS_MS ? null : data;
}
