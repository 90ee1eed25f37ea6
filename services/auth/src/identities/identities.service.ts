import { authErrors } from '@likewell/contracts/auth/errors';
import type { Origin } from '@likewell/contracts/auth/origin';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import type { SecondFactorWay } from '@likewell/contracts/auth/second-factor-way';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { violatedConstraint } from '@likewell/service-kit/database/database-errors';
import { Injectable } from '@nestjs/common';
import { findEmailOwner } from '../members/member-emails.js';
import { admitMember } from '../members/active-member.js';
import { RegistrationService, type Registered } from '../members/registration.service.js';
import { SignInGate } from '../second-factors/sign-in-gate.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { SessionStarter } from '../sessions/session-starter.js';
import { Identity } from './identity.entity.js';

/** Errors of a name or address that somebody else took first; another name may succeed. */
const TAKEN = [authErrors.USERNAME_TAKEN, authErrors.USERNAME_RESERVED, authErrors.EMAIL_TAKEN];

/** An identity outside Likewell: an account at Google, or a wallet's address. */
interface OutsideIdentity {
  readonly provider: 'google' | 'wallet';
  readonly subject: string;
}

/** Somebody who proved an identity; names, e-mail and referral code are used only if they are new. */
interface Visitor {
  readonly identity: OutsideIdentity;
  /** Candidates, tried one after the other until one is free. */
  readonly usernames: Iterable<string>;
  readonly email: string | null;
  readonly referralCode: string | null;
  readonly origin: Origin;
  /** Whether the proof also confirms who is there. */
  readonly confirms: boolean;
  /** Hash of the session's token. */
  readonly sessionHash: string;
}

/** Further steps in the transaction of a sign-in. */
interface Steps {
  readonly before?: (tx: Tx) => Promise<void>;
  readonly after?: (tx: Tx, member: OwnProfile) => Promise<void>;
}

/** The owner of an identity; `registered` is set if they are new. */
interface Owner {
  readonly member: OwnProfile;
  readonly registered: Registered | null;
}

interface SignedIn {
  readonly member: OwnProfile;
  /** If the token is a ticket: the ways to show the second factor. */
  readonly secondFactor?: SecondFactorWay[];
}

@Injectable()
export class IdentitiesService {
  constructor(
    private readonly database: Database,
    private readonly registration: RegistrationService,
    private readonly gate: SignInGate,
    private readonly starter: SessionStarter,
    private readonly failures: FailuresRecorder,
  ) {}

  /**
   * Begins a session of the member with this identity, who is registered first if nobody has it.
   * @throws AppError ACCOUNT_SUSPENDED, ACCOUNT_CLOSED, OVERLOADED if no name is free; RATE_LIMITED only for
   *   a new member
   */
  signIn(visitor: Visitor, steps: Steps = {}): Promise<SignedIn> {
    const { identity, origin } = visitor;
    const memberId = async () => (await this.database.read.findOneBy(Identity, identity))?.memberId ?? null;
    const attempt = { kind: 'sign-in-failed', method: identity.provider, origin, memberId } as const;
    return this.failures.watch(attempt, () => this.findAndBegin(visitor, steps));
  }

  private async findAndBegin(visitor: Visitor, { before, after }: Steps): Promise<SignedIn> {
    const { registered, ...signedIn } = await withFreeName(visitor.usernames, (username) =>
      this.starter.transaction(async (tx) => {
        await before?.(tx);
        const owner = await this.findOrRegister(tx, visitor, username);
        const begun = await this.gate.begin(tx, signInOf(visitor, owner), visitor.sessionHash);
        await after?.(tx, owner.member);
        return { ...owner, ...begun };
      }),
    );
    if (registered) await this.registration.openAccount(registered);
    return signedIn;
  }

  private async findOrRegister(tx: Tx, visitor: Visitor, username: string): Promise<Owner> {
    const known = await tx.findOneBy(Identity, visitor.identity);
    if (known) {
      const member = await admitMember(tx, known.memberId);
      // Removing an identity ends its sessions; none may begin concurrently and survive that.
      const { memberId } = known;
      if (!(await tx.existsBy(Identity, { ...visitor.identity, memberId })))
        throw new AppError(commonErrors.OVERLOADED);
      return { member, registered: null };
    }
    const registered = await this.register(tx, visitor, username);
    return { member: registered.member, registered };
  }

  /** An address that a member already has stays theirs: the new member gets no address. */
  private async register(tx: Tx, { identity, email, referralCode, origin }: Visitor, username: string) {
    const free = email !== null && !(await findEmailOwner(tx, email)) ? email : null;
    const registered = await this.registration.register(tx, {
      username,
      email: free,
      emailIsVerified: free !== null,
      referralCode,
      origin,
    });
    await tx.insert(Identity, { ...identity, memberId: registered.member.memberId });
    return registered;
  }
}

const signInOf = ({ identity, origin, confirms }: Visitor, { member, registered }: Owner) =>
  ({
    memberId: member.memberId,
    kind: registered ? 'registered' : 'signed-in',
    method: identity.provider,
    origin,
    confirms,
  }) as const;

/** Tries one name after the other until one is free. @throws AppError OVERLOADED if none is */
async function withFreeName<T>(
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

/** Tells whether a concurrent transaction has given somebody the same identity. */
const isIdentityTaken = (error: unknown): boolean => violatedConstraint(error) === 'identity_pkey';
