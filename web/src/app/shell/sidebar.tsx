import { TopToday } from '../../features/feed/top-today';
import { PromoCard } from '../../features/promo/promo-card';

/** Beside the main column on a desktop; sticky 130 px from the top (spec, section 2). */
export function Sidebar() {
  return (
    <aside aria-label="Sidebar" className="sticky top-[130px] grid w-full max-w-[276px] shrink-0 gap-3">
      <PromoCard />
      <TopToday />
    </aside>
  );
}
