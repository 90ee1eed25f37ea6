import { parseLike } from '@likewell/contracts/core/money';
import { approximateUsd, priceText } from '../../shared/format/prices';
import { usePrice } from '../../shared/price/price.api';

/** What the typed amount is worth in US dollars, about (spec, section 2). */
export function useApproximateValue(text: string): string {
  const price = usePrice();
  const nano = parseLike(text.trim());
  if (nano === null) return '≈ –';
  return `≈ ${price ? approximateUsd(nano, price) : priceText(price)}`;
}
