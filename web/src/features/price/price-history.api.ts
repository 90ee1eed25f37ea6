import { priceHistory, type PricePoint, type PriceRange } from '@likewell/contracts/gateway/price';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';

export type { PricePoint, PriceRange };

const RENEWED_MS = 60_000;

/** The prices of a range; those of the range before while they are on their way. A failure is silent (spec, section 8). */
export function usePriceHistory(range: PriceRange) {
  return useQuery({
    queryKey: ['price-history', range],
    queryFn: async ({ signal }) => {
      const { items } = await call(priceHistory, { query: { range }, signal });
      if (!Array.isArray(items) || !items.every(isPoint)) throw new ApiError(200);
      return { range, points: items };
    },
    placeholderData: keepPreviousData,
    staleTime: RENEWED_MS,
    refetchInterval: RENEWED_MS,
  });
}

const isPoint = ({ at, usd }: PricePoint) =>
  Number.isFinite(Date.parse(at)) && Number.isFinite(usd) && usd > 0;
