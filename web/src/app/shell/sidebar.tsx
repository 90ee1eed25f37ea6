import { Suspense } from 'react';
import { TopToday } from '../../features/feed/top-today';
import { WidgetFrame } from '../../features/holders/widget-frame';
import { PromoCard } from '../../features/promo/promo-card';
import { lazyComponent } from '../../shared/ui/lazy-component';

// The first page is the feed; this may come a moment later.
const LastEpoch = lazyComponent(async () => (await import('../../features/holders/last-epoch')).LastEpoch);

/** Beside the main column on a desktop; sticky 130 px from the top (spec, section 2). */
export function Sidebar() {
  return (
    <aside
      aria-label="Sidebar"
      className="sticky top-[130px] grid w-full max-w-[276px] shrink-0 gap-3 print:hidden"
    >
      <PromoCard />
      {/* Above the list, whose height depends on what is in it: so nothing here moves while the page loads. */}
      <Suspense fallback={<WidgetFrame />}>
        <LastEpoch />
      </Suspense>
      <TopToday />
    </aside>
  );
}
