import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { id, memberId } from '../core/ids.js';
import { walletProof } from './credentials.js';
import { authErrors } from './errors.js';
import { requestOrigin } from './origin.js';
import { HASHING_TIMEOUT_MS, sealedPassword } from './passwords-rpc.js';
import { requestingHash, tokenHash } from './token-hash.js';

/** A sign-in method of a member. */
export const listedMethod = z.object({
  id,
  provider: z.enum(['password', 'google', 'wallet']),
  /** Address of a wallet; null for other methods. */
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

export type ListedMethod = z.output<typeof listedMethod>;

/** Lists the sign-in methods of a member, oldest first. */
export const listSignInMethods = defineRpc({
  subject: 'rpc.auth.list-sign-in-methods',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({ items: z.array(listedMethod) }),
});

/** Removes a sign-in method from a member, never the last one, and ends all their other sessions. */
export const removeSignInMethod = defineRpc({
  subject: 'rpc.auth.remove-sign-in-method',
  actor: 'memberId',
  input: z.object({
    memberId,
    tokenHash,
    provider: listedMethod.shape.provider,
    methodId: id,
    origin: requestOrigin,
  }),
  output: z.object({ ended: z.int().nonnegative() }),
  errors: [authErrors.SIGN_IN_METHOD_NOT_FOUND, authErrors.LAST_SIGN_IN_METHOD, authErrors.MEMBER_NOT_FOUND],
});

/** Adds a password to a member who has none, and who may try five in 15 minutes. */
export const addPassword = defineRpc({
  subject: 'rpc.auth.add-password',
  actor: 'memberId',
  input: z.object({
    memberId,
    tokenHash: requestingHash,
    password: sealedPassword,
    origin: requestOrigin,
  }),
  output: listedMethod,
  errors: [
    authErrors.PASSWORD_EXISTS,
    authErrors.PASSWORD_TOO_EASY,
    authErrors.MEMBER_NOT_FOUND,
    commonErrors.RATE_LIMITED,
    commonErrors.OVERLOADED,
  ],
  timeoutMs: HASHING_TIMEOUT_MS,
});

/** Adds a wallet, or an account at Google, as a sign-in method, once the member has proved that it is theirs. */
export const addSignInMethod = defineRpc({
  subject: 'rpc.auth.add-sign-in-method',
  actor: 'memberId',
  input: z.object({
    memberId,
    tokenHash: requestingHash,
    proof: z.discriminatedUnion('way', [
      walletProof.extend({ way: z.literal('wallet') }),
      z.object({ way: z.literal('google'), proofHash: tokenHash }),
    ]),
    origin: requestOrigin,
  }),
  output: listedMethod,
  errors: [
    authErrors.IDENTITY_NOT_CONFIRMED,
    authErrors.SIGN_IN_METHOD_TAKEN,
    authErrors.TOO_MANY_SIGN_IN_METHODS,
    authErrors.MEMBER_NOT_FOUND,
  ],
});
