import type { ListedMethod } from '@likewell/contracts/auth/sign-in-methods-rpc';

const NAMES = { password: 'A password', google: 'An account at Google', wallet: 'A wallet' };

/** Returns the sentence for a member about a method: `A wallet was removed from your account.` */
export function methodSentence(provider: ListedMethod['provider'], what: 'added' | 'removed'): string {
  return `${NAMES[provider]} was ${what === 'added' ? 'added to' : 'removed from'} your account, as a way to log in.`;
}
