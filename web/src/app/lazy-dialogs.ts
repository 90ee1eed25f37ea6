import { whenIdle } from '../shared/hooks/when-idle';
import { lazyComponent } from '../shared/ui/lazy-component';

export const AuthDialog = lazyComponent(() => import('../features/auth/auth-dialog'), 'AuthDialog');
export const ConfirmDialog = lazyComponent(
  () => import('../features/security/confirm-dialog'),
  'ConfirmDialog',
);
export const TipDialog = lazyComponent(() => import('../features/tip/tip-dialog'), 'TipDialog');
export const ShareDialog = lazyComponent(() => import('../features/share/share-dialog'), 'ShareDialog');

const AFTER_LOAD_MS = 3000;
const IDLE_WITHIN_MS = 5000;

/**
 * Preloads the most used dialogs while the page is idle, so that they open at once, also without a network.
 */
export function preloadDialogs(): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  setTimeout(() => void preloadInTurn(), AFTER_LOAD_MS);
}

async function preloadInTurn(): Promise<void> {
  for (const part of [AuthDialog, TipDialog, ShareDialog]) {
    await whenIdle(IDLE_WITHIN_MS);
    await part.preload();
  }
}
