import { lock } from '@likewell/service-kit/database/advisory-locks';
import type { Tx } from '@likewell/service-kit/database/database';

/** Keeps links as they are until the transaction ends, or (`exclusive`) everybody who counts on that away. */
export function lockLinks(tx: Tx, mode: 'shared' | 'exclusive'): Promise<void> {
  return lock(tx, 'wallet-links', mode);
}
