import { useIsDesktop } from '../../shared/hooks/use-is-desktop';
import { PromoCard } from './promo-card';

/** The promo card on screens without a sidebar. */
export function PhonePromo() {
  return useIsDesktop() ? null : <PromoCard />;
}
