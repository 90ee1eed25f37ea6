import { lazyComponent } from '../shared/ui/lazy-component';

export const AuthDialog = lazyComponent(() => import('../features/auth/auth-dialog'), 'AuthDialog');
export const TipDialog = lazyComponent(() => import('../features/tip/tip-dialog'), 'TipDialog');
export const ShareDialog = lazyComponent(() => import('../features/share/share-dialog'), 'ShareDialog');

const AFTER_LOAD_MS = 3000;

/** Fetches what people press first while nothing else happens, so that it opens at once, also without a network. */
export function preloadDialogs(): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const begin = () => setTimeout(() => void preloadInTurn(), AFTER_LOAD_MS);
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}

async function preloadInTurn(): Promise<void> {
  for (const part of [AuthDialog, TipDialog, ShareDialog]) {
    await whenIdle();
    await part.preload();
  }
}

/** Safari has no idle callbacks. */
const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 200);
  });
