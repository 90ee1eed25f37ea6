import { z } from 'zod';
import { defineRpc } from '../core/define-rpc.js';
import { memberId } from '../core/ids.js';
import { avatarImage, avatarSha256 } from './avatar.js';
import { usernameInput } from './credentials.js';
import { authErrors } from './errors.js';
import { ownProfile, publicProfile } from './profile.js';

/**
 * Changes a member's username. For 90 days, the old name still finds them and nobody else may take it; they
 * may take it back. The verified badge is lost. Their present name is no change.
 */
export const changeUsername = defineRpc({
  subject: 'rpc.auth.change-username',
  actor: 'memberId',
  input: z.object({ memberId, username: usernameInput }),
  output: ownProfile,
  errors: [
    authErrors.USERNAME_INVALID,
    authErrors.USERNAME_RESERVED,
    authErrors.USERNAME_TAKEN,
    authErrors.USERNAME_CHANGED_TOO_OFTEN,
    authErrors.MEMBER_NOT_FOUND,
  ],
});

/** Gives a member this finished picture. A picture that nobody uses any more is deleted. */
export const changeAvatar = defineRpc({
  subject: 'rpc.auth.change-avatar',
  actor: 'memberId',
  input: z.object({ memberId, image: avatarImage }),
  output: ownProfile,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Returns a picture by its name; null if no active member uses it. */
export const findAvatar = defineRpc({
  subject: 'rpc.auth.find-avatar',
  input: z.object({ sha256: avatarSha256 }),
  output: z.object({ image: avatarImage.nullable() }),
});

/** Returns a member's own profile. */
export const getOwnProfile = defineRpc({
  subject: 'rpc.auth.get-own-profile',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: ownProfile,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Returns a public profile by id or by username, or by a former username for 90 days; null if there is none. */
export const findProfile = defineRpc({
  subject: 'rpc.auth.find-profile',
  callers: ['posts', 'wallet-chain-watcher'],
  input: z.union([z.object({ memberId }), z.object({ username: z.string().max(100) })]),
  output: z.object({ profile: publicProfile.nullable() }),
});
