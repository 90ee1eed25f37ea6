import { z } from 'zod';
import { defineEvent } from '../kernel/define-event.js';
import { memberId } from '../kernel/ids.js';
import { publicProfile } from './profile.js';

/** A member joined. The referrer is fixed from here on. */
export const memberRegistered = defineEvent({
  subject: 'event.auth.member-registered',
  version: 1,
  data: z.object({ memberId, referrerId: memberId.nullable() }),
});

/** A member's public profile is new or changed; `version` orders the news. */
export const memberProfileChanged = defineEvent({
  subject: 'event.auth.member-profile-changed',
  version: 1,
  data: z.object({ profile: publicProfile }),
});
