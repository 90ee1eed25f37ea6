import { approximateUsd, priceText } from '../../shared/format/prices';
import { readTypedAmount } from '../../shared/format/typed-amount';
import { usePrice } from '../../shared/price/price.api';

/** Returns the approximate value of the typed amount in US dollars (spec, section 2). */
export function useApproximateValue(text: string): string {
  const price = usePrice();
  const nano = readTypedAmount(text);
  if (nano === null) return '≈ –';
  return `≈ ${price ? approximateUsd(nano, price) : priceText(price)}`;
}
