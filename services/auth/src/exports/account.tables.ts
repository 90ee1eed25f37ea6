import { defineTable } from './export-table.js';

/** What auth has of a member. */
export const accountTables = {
  profile: defineTable('profile', 'Your account as it is now.', {
    member_id: 'plain',
    username: 'plain',
    email: 'plain',
    email_verified_at: 'plain',
    email_to_be_confirmed: 'plain',
    role: 'plain',
    status: 'plain',
    is_verified: 'plain',
    referral_code: 'plain',
    referred_by: 'plain',
    ask_again_above: 'amount',
    codes_of_an_app_since: 'plain',
    recovery_codes_left: 'plain',
    deletion_at: 'plain',
    joined_at: 'plain',
  }),
  formerUsernames: defineTable('former_usernames', 'Names that you gave up and that still lead to you.', {
    username: 'plain',
    given_up_at: 'plain',
  }),
  signInMethods: defineTable(
    'sign_in_methods',
    'What you sign in with: of a wallet its address, of Google the number that it has for you.',
    { provider: 'plain', account: 'plain', added_at: 'plain' },
  ),
  passkeys: defineTable('passkeys', 'Your passkeys.', {
    name: 'plain',
    added_at: 'plain',
    last_used_at: 'plain',
  }),
  sessions: defineTable('sessions', 'Where you are signed in. The time of the last use is to the hour.', {
    device: 'plain',
    method: 'plain',
    began_at: 'plain',
    last_used_at: 'plain',
  }),
  securityEvents: defineTable(
    'security_events',
    'What happened to your account in the last 400 days, oldest first.',
    {
      at: 'plain',
      kind: 'plain',
      detail: 'plain',
      method: 'plain',
      count: 'plain',
      done_by: 'plain',
    },
  ),
  mails: defineTable('mails', 'Mails that you were sent in the last 30 days; what they said is not kept.', {
    kind: 'plain',
    status: 'plain',
    queued_at: 'plain',
    finished_at: 'plain',
  }),
};
