import { authErrors } from '@likewell/contracts/auth/errors';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import { AppError } from '@likewell/contracts/kernel/app-error';
import { commonErrors } from '@likewell/contracts/kernel/common-errors';
import type { Tx } from '@likewell/service-kit/database/database';
import { findOwner, insertIdentity, isIdentityTaken, type OutsideIdentity } from './identities.js';
import { joinLikewell, type Joined } from './joining.js';
import { isEmailTaken } from './members.js';
import { insertSession } from './sessions.js';
import { admitMember } from './standing.js';

/** Errors of a name or address that another one took first: with the next name it may go well. */
const TAKEN = [authErrors.USERNAME_TAKEN, authErrors.USERNAME_RESERVED, authErrors.EMAIL_TAKEN];

/** Somebody who proved an identity; name, e-mail and referral code count only if she is new. */
interface Visitor {
  readonly identity: OutsideIdentity;
  readonly username: string;
  readonly email: string | null;
  readonly referralCode: string | null;
  readonly tokenHash: string;
}

interface Entered {
  readonly member: OwnProfile;
  /** Null for a member who came back. */
  readonly joined: Joined | null;
}

/**
 * Begins a session of the member who has this identity, and makes her first where nobody has it.
 * @throws AppError ACCOUNT_SUSPENDED, ACCOUNT_CLOSED, and what {@link withFreeName} takes for a name that is not free
 */
export async function enter(tx: Tx, visitor: Visitor): Promise<Entered> {
  const known = await findKnown(tx, visitor.identity);
  const entered = known ? { member: known, joined: null } : await join(tx, visitor).then(asEntered);
  await insertSession(tx, visitor.tokenHash, entered.member.memberId);
  return entered;
}

/** Tries with one name after the other until one is free. @throws AppError OVERLOADED when none is */
export async function withFreeName<T>(
  usernames: Iterable<string>,
  attempt: (username: string) => Promise<T>,
): Promise<T> {
  for (const username of usernames) {
    try {
      return await attempt(username);
    } catch (error) {
      const isTaken = error instanceof AppError && TAKEN.some((taken) => error.is(taken));
      if (!isTaken && !isIdentityTaken(error)) throw error;
    }
  }
  throw new AppError(commonErrors.OVERLOADED);
}

/** The member who signed in with this identity before. @throws AppError ACCOUNT_SUSPENDED, ACCOUNT_CLOSED */
async function findKnown(tx: Tx, identity: OutsideIdentity): Promise<OwnProfile | null> {
  const memberId = await findOwner(tx, identity);
  return memberId === null ? null : admitMember(tx, memberId);
}

const asEntered = (joined: Joined): Entered => ({ member: joined.member, joined });

/** An address that a member has already stays hers: this makes another member, without an address. */
async function join(tx: Tx, { identity, username, email, referralCode }: Visitor): Promise<Joined> {
  const free = email !== null && !(await isEmailTaken(tx, email)) ? email : null;
  const joined = await joinLikewell(tx, { username, email: free, referralCode });
  await insertIdentity(tx, joined.member.memberId, identity);
  return joined;
}
