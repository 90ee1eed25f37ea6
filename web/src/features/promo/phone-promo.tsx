import { useMediaQuery } from '../../shared/hooks/use-media-query';
import { PromoCard } from './promo-card';

/** The promo card where there is no sidebar to hold it. */
export function PhonePromo() {
  return useMediaQuery('(min-width: 1024px)') ? null : <PromoCard />;
}
