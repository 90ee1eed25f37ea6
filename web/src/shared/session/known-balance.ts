import type { User } from '@likewell/contracts/gateway/user';
import { readNano } from '../format/amounts';

/** Returns a member's balance in nano-LIKE; null while the ledger cannot be read, when `tokensNano` is '0'. */
export const knownBalance = (user: User): bigint | null =>
  user.tokens_unknown ? null : readNano(user.tokensNano);
