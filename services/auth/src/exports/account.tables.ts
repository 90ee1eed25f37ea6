import {
  eventRow,
  mailRow,
  methodRow,
  nameRow,
  passkeyRow,
  profileRow,
  sessionRow,
} from './account.queries.js';
import { defineTable } from './export-table.js';

/** Tables of auth's data of a member. Their columns are those of the rows that the queries return. */
export const accountTables = {
  profile: defineTable('profile', 'Your account as it is now.', profileRow.keyof().options, [
    'ask_again_above',
  ]),
  formerUsernames: defineTable(
    'former_usernames',
    'Names that you gave up and that still lead to you.',
    nameRow.keyof().options,
  ),
  signInMethods: defineTable(
    'sign_in_methods',
    'What you sign in with: of a wallet its address, of Google the number that it has for you.',
    methodRow.keyof().options,
  ),
  passkeys: defineTable('passkeys', 'Your passkeys.', passkeyRow.keyof().options),
  sessions: defineTable(
    'sessions',
    'Where you are signed in. The time of the last use is to the hour.',
    sessionRow.keyof().options,
  ),
  securityEvents: defineTable(
    'security_events',
    'What happened to your account in the last 400 days, oldest first.',
    eventRow.omit({ id: true }).keyof().options,
  ),
  mails: defineTable(
    'mails',
    'Mails that you were sent in the last 30 days; what they said is not kept.',
    mailRow.keyof().options,
  ),
};
