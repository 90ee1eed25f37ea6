import { z } from 'zod';
import { commonErrors } from '../kernel/common-errors.js';
import { defineRpc } from '../kernel/define-rpc.js';
import { memberId } from '../kernel/ids.js';
import {
  emailInput,
  emailOrUser,
  newPassword,
  referralCode,
  typedPassword,
  usernameInput,
} from './credentials.js';
import { authErrors } from './errors.js';
import { ownProfile, publicProfile } from './profile.js';

/** SHA-256 of a session token in hex. The token itself never crosses the bus. */
const tokenHash = z.string().regex(/^[0-9a-f]{64}$/);

const signedIn = z.object({ token: z.string(), member: ownProfile });

/** Hashing may wait its turn, so signing in has a longer deadline than other calls. */
const HASHING_TIMEOUT_MS = 28_000;

/** Makes a member, her password identity and a first session. The 100 LIKE follow through the ledger. */
export const registerMember = defineRpc({
  subject: 'rpc.auth.register-member',
  input: z.object({
    username: usernameInput,
    email: emailInput,
    password: newPassword,
    referralCode: referralCode.nullable(),
  }),
  output: signedIn,
  errors: [
    authErrors.USERNAME_INVALID,
    authErrors.USERNAME_RESERVED,
    authErrors.USERNAME_TAKEN,
    authErrors.EMAIL_TAKEN,
    commonErrors.OVERLOADED,
  ],
  timeoutMs: HASHING_TIMEOUT_MS,
});

/** Signs in by username or e-mail. Unknown member and wrong password cost and read the same. */
export const logIn = defineRpc({
  subject: 'rpc.auth.log-in',
  input: z.object({ emailOrUser, password: typedPassword }),
  output: signedIn,
  errors: [authErrors.WRONG_CREDENTIALS, commonErrors.OVERLOADED],
  timeoutMs: HASHING_TIMEOUT_MS,
});

/** The member behind a session, or null when the session is known to be invalid. */
export const getSession = defineRpc({
  subject: 'rpc.auth.get-session',
  input: z.object({ tokenHash }),
  output: z.object({ memberId: memberId.nullable() }),
});

/** Revokes one session. Ending an unknown session is no error. */
export const endSession = defineRpc({
  subject: 'rpc.auth.end-session',
  input: z.object({ tokenHash }),
  output: z.object({}),
});

/** A member's own profile. */
export const getOwnProfile = defineRpc({
  subject: 'rpc.auth.get-own-profile',
  input: z.object({ memberId }),
  output: ownProfile,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** A public profile by id or by username; null when there is none. */
export const findProfile = defineRpc({
  subject: 'rpc.auth.find-profile',
  input: z.union([z.object({ memberId }), z.object({ username: z.string().max(100) })]),
  output: z.object({ profile: publicProfile.nullable() }),
});
