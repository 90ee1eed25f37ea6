import { type ReactNode, useRef } from 'react';
import { useIsDesktop } from '../../shared/hooks/use-is-desktop';
import { useIsLoaded } from '../../shared/hooks/use-is-loaded';
import { useUser } from '../../shared/session/session-store';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPart } from '../../shared/ui/lazy-part';
import { Footer } from './footer';
import { Header } from './header';
import { PromoBanner } from './promo-banner';
import { Sidebar } from './sidebar';

// Each belongs to one of the two layouts, is loaded after the first text, and moves nothing.
const ThemeToggle = lazyComponent(() => import('../../features/theme/theme-toggle'), 'ThemeToggle');
const BottomBar = lazyComponent(() => import('./bottom-bar'), 'BottomBar');
// Fetched for the members alone whom it concerns.
const StayNotice = lazyComponent(() => import('../../features/leaving/stay-notice'), 'StayNotice');

/** The frame around every screen (spec, section 2, shared chrome). */
export function Shell({ children }: { children: ReactNode }) {
  const isDesktop = useIsDesktop();
  const isLoaded = useIsLoaded();
  const main = useRef<HTMLElement>(null);
  return (
    <div className="flex min-h-dvh flex-col pb-(--bottom-bar)">
      <a
        href="#main"
        data-skip
        onClick={(event) => {
          // The fragment belongs to the screen: a tab, or the secret of a link.
          event.preventDefault();
          main.current?.focus();
        }}
        className="fixed top-2 left-[max(0.5rem,env(safe-area-inset-left))] z-50 -translate-y-20 rounded-full bg-accent-fill px-4 py-2 text-15 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <PromoBanner />
      <Header isDesktop={isDesktop} />
      <StayPlace />
      <div className="container-page flex flex-1 items-start justify-center gap-6 pt-4 pb-12 lg:pt-6">
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="min-h-[80dvh] w-full max-w-[max(700px,43.75rem)] min-w-0 flex-1 outline-none"
        >
          {children}
        </main>
        {isDesktop && <Sidebar />}
      </div>
      <Footer />
      {isLoaded && (
        <LazyPart>
          {isDesktop ? <ThemeToggle className="fixed right-6 bottom-6 z-20 print:hidden" /> : <BottomBar />}
        </LazyPart>
      )}
    </div>
  );
}

/** Tells a member above each screen that their account is going to be deleted. */
function StayPlace() {
  const deletionAt = useUser()?.deletion_at;
  return (
    deletionAt && (
      <LazyPart>
        <StayNotice deletionAt={deletionAt} />
      </LazyPart>
    )
  );
}
