import { z } from 'zod';
import { defineEvent } from '../core/define-event.js';
import { memberId } from '../core/ids.js';
import { networkHash } from '../core/network-hash.js';
import { walletAddress } from './credentials.js';
import { publicProfile } from './profile.js';

/** A member joined. The referrer is fixed from here on. `network` is where they came from, if that is known. */
export const memberRegistered = defineEvent({
  subject: 'event.auth.member-registered',
  readers: ['tipping-ledger'],
  version: 1,
  data: z.object({ memberId, referrerId: memberId.nullable(), network: networkHash.optional() }),
});

/** A member's public profile is new or changed; `version` orders the news. */
export const memberProfileChanged = defineEvent({
  subject: 'event.auth.member-profile-changed',
  readers: ['posts'],
  version: 1,
  data: z.object({ profile: publicProfile }),
});

/** A member signed in with the wallet of this address: it is theirs. `address` is base58. */
export const walletProved = defineEvent({
  subject: 'event.auth.wallet-proved',
  readers: ['wallet-chain-watcher'],
  version: 1,
  data: z.object({ memberId, address: walletAddress }),
});

/**
 * A member's account was deleted for good: whoever keeps something of theirs removes it, and the ledger closes their account.
 * What stays in public of their posts is under the name that {@link memberProfileChanged} told before.
 */
export const memberDeleted = defineEvent({
  subject: 'event.auth.member-deleted',
  readers: ['posts', 'tipping-ledger', 'wallet-chain-watcher'],
  version: 1,
  data: z.object({ memberId, keepsPosts: z.boolean() }),
});

/** A member was suspended or reinstated; `version` orders the news. The subject is that of the versions before. */
export const memberStatusChanged = defineEvent({
  subject: 'event.auth.member-standing-changed',
  readers: ['posts'],
  version: 1,
  data: z.object({ memberId, isSuspended: z.boolean(), version: z.int().positive() }),
});
