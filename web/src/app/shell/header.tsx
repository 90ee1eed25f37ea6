import { useSyncExternalStore } from 'react';
import { HEADER_SHADOW_AFTER_PX } from '../../shared/config/limits';
import { useUser } from '../../shared/session/session-store';
import { LoginButton } from '../../shared/ui/login-button';
import { AccountMenu } from './account-menu';
import { BalanceButton } from './balance-button';
import { Logo } from './logo';
import { MobileMenu } from './mobile-menu';
import { NavLinks } from './nav-links';
import { PostWithAiButton } from './post-with-ai-button';

/** The bar under the banner; its desktop layout starts at 1024 px. */
export function Header({ isDesktop }: { isDesktop: boolean }) {
  const hasShadow = useScrolledPast(HEADER_SHADOW_AFTER_PX);
  const user = useUser();
  return (
    <header
      data-bar
      className={`sticky top-10 z-30 border-b bg-canvas print:hidden transition-[box-shadow,border-color] lying:static ${hasShadow ? 'border-line shadow-header' : 'border-transparent'}`}
    >
      <div className="container-page flex h-14 items-center lying:h-12 gap-1.5 sm:gap-2 lg:h-16">
        <Logo />
        {isDesktop && <NavLinks />}
        <div className="flex-1" />
        {isDesktop && <PostWithAiButton />}
        {user && <BalanceButton user={user} />}
        {user ? <AccountMenu user={user} /> : <LoginButton />}
        {!isDesktop && <MobileMenu />}
      </div>
    </header>
  );
}

/** Returns true while the window is scrolled further than `pixels`. */
const useScrolledPast = (pixels: number): boolean =>
  useSyncExternalStore(subscribe, () => window.scrollY > pixels);

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}
