import { priceHistory, type PricePoint, type PriceRange } from '@likewell/contracts/gateway/price';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { callList } from '../../shared/api/client';
import { renewedEvery } from '../../shared/api/renewed-every';

export type { PricePoint, PriceRange };

/**
 * Reads the prices of a range; shows those of the previous range while they load. A failure is
 * silent (spec, section 8).
 */
export function usePriceHistory(range: PriceRange) {
  return useQuery({
    queryKey: ['price-history', range],
    queryFn: async ({ signal }) => {
      const { items } = await callList(priceHistory, { query: { range }, signal });
      if (!items.every(isPoint)) throw new ApiError(200);
      return { range, points: items };
    },
    placeholderData: keepPreviousData,
    ...renewedEvery(60_000),
  });
}

const isPoint = ({ at, usd }: PricePoint) =>
  Number.isFinite(Date.parse(at)) && Number.isFinite(usd) && usd > 0;
