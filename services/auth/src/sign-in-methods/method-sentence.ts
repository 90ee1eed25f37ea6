import type { ListedMethod } from '@likewell/contracts/auth/security-rpc';

const NAMES = { password: 'A password', google: 'An account at Google', wallet: 'A wallet' };

/** What a member is told of a method: `A wallet was removed from your account.` */
export function methodSentence(provider: ListedMethod['provider'], what: 'added' | 'removed'): string {
  return `${NAMES[provider]} was ${what === 'added' ? 'added to' : 'removed from'} your account, as a way to sign in.`;
}
