import { useLocation } from 'react-router-dom';
import { WidgetFrame } from '../../features/holders/widget-frame';
import { PromoCard } from '../../features/promo/promo-card';
import { paths } from '../../shared/config/paths';
import { priceText } from '../../shared/format/prices';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPart } from '../../shared/ui/lazy-part';

// The first page is the feed; these may come a moment later.
const LastEpoch = lazyComponent(() => import('../../features/holders/last-epoch'), 'LastEpoch');
const TopToday = lazyComponent(() => import('../../features/feed/top-today'), 'TopToday');

/**
 * Beside the main column on a desktop; sticky 130 px from the top (spec, section 2). The promo is its one card, and
 * all of it fits a window of 650 px, so that nothing has to be scrolled to.
 */
export function Sidebar() {
  // The wallet has the price among its own facts.
  const withPrice = useLocation().pathname !== paths.wallet;
  const withoutFacts = <WidgetFrame price={withPrice ? priceText(undefined) : null} />;
  return (
    <aside
      aria-label="Sidebar"
      className="sticky top-[130px] grid w-full max-w-[276px] shrink-0 gap-4 tall:gap-6 print:hidden"
    >
      <PromoCard />
      {/* Above the list, whose height depends on what is in it: so nothing here moves while the page loads. */}
      <LazyPart waiting={withoutFacts} missing={() => withoutFacts}>
        <LastEpoch withPrice={withPrice} />
      </LazyPart>
      <LazyPart>
        <TopToday />
      </LazyPart>
    </aside>
  );
}
