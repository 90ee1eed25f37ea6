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

/** A member was suspended, or is in good standing again; `version` orders the news. */
export const memberStandingChanged = defineEvent({
  subject: 'event.auth.member-standing-changed',
  readers: ['posts'],
  version: 1,
  data: z.object({ memberId, isSuspended: z.boolean(), version: z.int().positive() }),
});
