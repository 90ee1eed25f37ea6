import { z } from 'zod';
import { defineEvent } from '../core/define-event.js';
import { memberId } from '../core/ids.js';
import { networkHash } from '../core/network-hash.js';
import { walletAddress } from './credentials.js';
import { publicProfile } from './profile.js';

/**
 * A member joined. Their referrer never changes from here on. `network` is where they came from, if that is known,
 * and `site` the larger network around it, if there is one; an auth of the version before does not tell it.
 */
export const memberRegistered = defineEvent({
  subject: 'event.auth.member-registered',
  readers: ['tipping-ledger'],
  data: z.object({
    memberId,
    referrerId: memberId.nullable(),
    network: networkHash.optional(),
    site: networkHash.optional(),
  }),
});

/** A member's public profile was created or changed; `version` orders these events. */
export const memberProfileChanged = defineEvent({
  subject: 'event.auth.member-profile-changed',
  readers: ['posts'],
  data: z.object({ profile: publicProfile }),
});

/**
 * A member signed in with the wallet of this address, which proves that it is theirs. `address` is base58.
 * `provedAt` is when, by the clock of Postgres; versions of before 2026-11-29 do not tell it. `isBare`: by the
 * spec's phrase, which any page can have a wallet sign, so it gives nothing that the wallet has sent before.
 */
export const walletProved = defineEvent({
  subject: 'event.auth.wallet-proved',
  readers: ['wallet-chain-watcher'],
  data: z.object({
    memberId,
    address: walletAddress,
    provedAt: z.iso.datetime().optional(),
    isBare: z.boolean().optional(),
  }),
});

/** Whether a member is suspended; `version` orders their statuses. */
const status = z.object({ isSuspended: z.boolean(), version: z.int().positive() });

/**
 * A member's account was deleted for good: services remove the data that they keep of the member, and the
 * ledger closes their account. Their remaining public posts carry the name from the last
 * {@link memberProfileChanged}. `status` is the last one that they had: this event and {@link memberStatusChanged}
 * may arrive in either order. An auth of the version before does not send it.
 */
export const memberDeleted = defineEvent({
  subject: 'event.auth.member-deleted',
  readers: ['posts', 'tipping-ledger', 'wallet-chain-watcher'],
  data: z.object({ memberId, keepsPosts: z.boolean(), status: status.optional() }),
});

/** A member was suspended or reinstated; `version` orders these events. The subject is kept from earlier versions. */
export const memberStatusChanged = defineEvent({
  subject: 'event.auth.member-standing-changed',
  readers: ['posts'],
  data: status.extend({ memberId }),
});
