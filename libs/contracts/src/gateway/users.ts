import { z } from 'zod';
import { newPassword, typedPassword, usernameInput } from '../auth/credentials.js';
import { authErrors } from '../auth/errors.js';
import * as passwordCalls from '../auth/passwords-rpc.js';
import * as profileCalls from '../auth/profile-rpc.js';
import * as securityEventCalls from '../auth/security-events-rpc.js';
import { securityEvent as event } from '../auth/security-events.js';
import { defineErrors } from '../core/define-errors.js';
import { pageOf } from '../core/page.js';
import * as posts from '../posts/rpc.js';
import { cursorQuery } from './cursor-query.js';
import { gatewayErrors } from './errors.js';
import { defineRoute } from './define-route.js';
import { author, nanoText } from './user.js';

/** Errors of an uploaded photo, besides those of its size and its form. */
export const photoErrors = defineErrors({
  'unsupported-media': {
    PHOTO_NOT_PNG_OR_JPEG: 'Only PNG and JPEG photos can be used. Please choose another file.',
  },
  unprocessable: {
    PHOTO_UNUSABLE: 'This photo cannot be used. Save it as an ordinary PNG or JPEG and try again.',
    PHOTO_TOO_MANY_PIXELS: 'This photo has too many pixels. Please choose one of at most 16 megapixels.',
  },
});

/** Limit of the spec, section 5. */
const MAX_PHOTO_BYTES = 1_048_576;

export const changePassword = defineRoute({
  method: 'PUT',
  path: '/api/users/password',
  summary: 'Changes the password and ends all sessions of the member, this one too',
  access: 'member',
  limit: 'password',
  limitedBy: 'session',
  body: z.object({ oldPass: typedPassword, newPass: newPassword }),
  response: z.object({}),
  errors: [...passwordCalls.changePassword.errors, gatewayErrors.CONFIRMATION_NEEDED],
});

export const changeUsername = defineRoute({
  method: 'PUT',
  path: '/api/users/username',
  summary: 'Changes the username; the old one leads to the member for 90 days',
  access: 'member',
  limit: 'write',
  body: z.object({ username: usernameInput }),
  response: author,
  errors: profileCalls.changeUsername.errors,
});

export const changeAvatar = defineRoute({
  method: 'PUT',
  path: '/api/users/avatar',
  summary: 'Changes the avatar to a PNG or JPEG photo of at most 1 MB',
  access: 'member',
  limit: 'photo',
  upload: { field: 'avatar', maxBytes: MAX_PHOTO_BYTES },
  response: author,
  errors: [...Object.values(photoErrors), ...profileCalls.changeAvatar.errors],
});

/** A member's public data, and what they do here. */
const profile = author.extend({
  /** Null for a short time after an update of Likewell, while it is not known yet. */
  member_since: z.string().nullable(),
  /**
   * All tips that their posts received, before they were shared, rounded down to 6 decimals;
   * `likeReceivedNano` is exact.
   */
  like_received: z.number(),
  likeReceivedNano: nanoText,
  followers: z.int().nonnegative(),
  /** Number of public posts. */
  posts: z.int().nonnegative(),
  /** Whether the caller follows them; null for a visitor. */
  subscribed: z.boolean().nullable(),
});
export type Profile = z.output<typeof profile>;

export const userProfile = defineRoute({
  method: 'GET',
  path: '/api/users/:username',
  summary: "A member's public profile, and whether the caller follows them",
  access: 'optional',
  limit: 'read',
  params: z.object({ username: z.string().max(100) }),
  cacheable: true,
  response: profile,
  errors: posts.getProfile.errors,
});

/** An event of the own account. `count` is the number of ended sessions, or of a network's failures within the hour. */
const securityEvent = z.object({
  id: z.int(),
  created_at: z.string(),
  kind: event.shape.kind,
  detail: event.shape.detail,
  method: event.shape.method,
  count: z.int(),
  done_by: event.shape.doneBy,
  /** True if the event came from the network, or the kind of browser, of this request; null if that is not known. */
  this_network: z.boolean().nullable(),
  this_device: z.boolean().nullable(),
});
export type SecurityEventItem = z.output<typeof securityEvent>;

export const securityEvents = defineRoute({
  method: 'GET',
  path: '/api/users/me/security-events',
  summary: 'Sign-ins to the own account, failures, and what else concerns its safety, newest first',
  access: 'member',
  limit: 'settings',
  limitedBy: 'session',
  query: z.object({ cursor: cursorQuery }),
  response: pageOf(securityEvent),
  errors: securityEventCalls.listSecurityEvents.errors,
});

export const avatar = defineRoute({
  method: 'GET',
  path: '/api/avatars/:file',
  summary: 'A picture by the SHA-256 of its bytes; what is found here never changes',
  access: 'public',
  limit: 'picture',
  params: z.object({ file: z.string().max(100) }),
  response: z.unknown().meta({ type: 'string', format: 'binary' }),
  media: 'image/webp',
  hasEtag: true,
  errors: [authErrors.AVATAR_NOT_FOUND],
});
