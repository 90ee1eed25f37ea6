import { useLocation } from 'react-router-dom';
import { WidgetFrame } from '../../features/holders/widget-frame';
import { PromoCard } from '../../features/promo/promo-card';
import { paths } from '../../shared/config/paths';
import { priceText } from '../../shared/format/prices';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPart } from '../../shared/ui/lazy-part';

// The feed is loaded first; these may be loaded a moment later.
const LastEpoch = lazyComponent(() => import('../../features/holders/last-epoch'), 'LastEpoch');
const TopToday = lazyComponent(() => import('../../features/feed/top-today'), 'TopToday');

/**
 * The column beside the main one on a desktop; it stays in view. The promo is its only card, and all of it fits
 * in a window of 650 px, so that no scrolling is needed.
 */
export function Sidebar() {
  // The wallet shows the price among its own data.
  const withPrice = useLocation().pathname !== paths.wallet;
  const withoutFacts = <WidgetFrame price={withPrice ? priceText(undefined) : null} />;
  return (
    <aside aria-label="Sidebar" className="sidebar grid shrink-0 gap-4 tall:gap-6 print:hidden">
      <PromoCard />
      {/* Above the list, whose height depends on its content, so that nothing here
          moves while the page loads. */}
      <LazyPart waiting={withoutFacts} missing={() => withoutFacts}>
        <LastEpoch withPrice={withPrice} />
      </LazyPart>
      <LazyPart>
        <TopToday />
      </LazyPart>
    </aside>
  );
}
