import { CreateMembers1763700100000 } from './1763700100000-create-members.js';
import { KeepAvatarsAndFormerUsernames1763740000000 } from './1763740000000-keep-avatars-and-former-usernames.js';
import { CreateGoogleAttempts1763800200000 } from './1763800200000-create-google-attempts.js';
import { CreateWalletMessages1763900300000 } from './1763900300000-create-wallet-messages.js';
import { AddRoles1763930000000 } from './1763930000000-add-roles.js';

/** In the order in which they run. */
export const migrations = [
  CreateMembers1763700100000,
  KeepAvatarsAndFormerUsernames1763740000000,
  CreateGoogleAttempts1763800200000,
  CreateWalletMessages1763900300000,
  AddRoles1763930000000,
];
