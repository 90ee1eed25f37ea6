import { ArrowUpRight } from 'lucide-react';
import { SITE } from '../../shared/config/site';

/** The line above everything; it stays in view. */
export function PromoBanner() {
  return (
    <section aria-label="Announcement" className="sticky top-0 z-30 bg-canvas print:hidden">
      <a
        href={SITE.exchangeUrl}
        target="_blank"
        rel="noopener"
        className="flex h-10 lying:h-6 items-center justify-center gap-1.5 bg-accent-soft px-3 text-13 font-medium text-accent -outline-offset-2 hover:underline hover:underline-offset-2"
      >
        Token launched, buy on a DEX
        <ArrowUpRight aria-hidden="true" className="size-4" />
      </a>
    </section>
  );
}
