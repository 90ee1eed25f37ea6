import { lock } from '@likewell/service-kit/database/advisory-locks';
import type { Tx } from '@likewell/service-kit/database/database';

/**
 * Takes the lock on links until the transaction ends. `shared` prevents changes of links; `exclusive` waits
 * for all who rely on that, and allows changes.
 */
export function lockLinks(tx: Tx, mode: 'shared' | 'exclusive'): Promise<void> {
  return lock(tx, 'wallet-links', mode);
}
