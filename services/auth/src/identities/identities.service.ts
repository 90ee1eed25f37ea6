import { authErrors } from '@likewell/contracts/auth/errors';
import type { Origin } from '@likewell/contracts/auth/origin';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import type { SecondFactorWay } from '@likewell/contracts/auth/second-factor-way';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { violatedConstraint } from '@likewell/service-kit/database/database-errors';
import { Injectable } from '@nestjs/common';
import { MemberStatusService } from '../members/member-status.service.js';
import { RegistrationService, type Registered } from '../members/registration.service.js';
import { SignInGate } from '../second-factors/sign-in-gate.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { Identity } from './identity.entity.js';

/** Errors of a name or address that another one took first: with the next name it may go well. */
const TAKEN = [authErrors.USERNAME_TAKEN, authErrors.USERNAME_RESERVED, authErrors.EMAIL_TAKEN];

/** What somebody proves who they are with at another place: an account at Google, or a wallet's address. */
interface OutsideIdentity {
  readonly provider: 'google' | 'wallet';
  readonly subject: string;
}

/** Somebody who proved an identity; names, e-mail and referral code count only if they are new. */
interface Visitor {
  readonly identity: OutsideIdentity;
  /** To try one after the other until one is free. */
  readonly usernames: Iterable<string>;
  readonly email: string | null;
  readonly referralCode: string | null;
  /** Where they come from, if the gateway has told. */
  readonly origin: Origin | undefined;
  /** Of the token for the session, where the gateway has made it. */
  readonly sessionHash: string | undefined;
}

/** What else belongs to a sign-in's one transaction. */
interface Steps {
  readonly before?: (tx: Tx) => Promise<void>;
  readonly after?: (tx: Tx, member: OwnProfile) => Promise<void>;
}

/** Whose identity it is; `registered` where they are new. */
interface Owner {
  readonly member: OwnProfile;
  readonly registered: Registered | null;
}

interface SignedIn {
  readonly token: string;
  readonly member: OwnProfile;
  /** Where the token is a ticket, by what the session is to be had. */
  readonly secondFactor?: SecondFactorWay[];
}

@Injectable()
export class IdentitiesService {
  constructor(
    private readonly database: Database,
    private readonly memberStatus: MemberStatusService,
    private readonly registration: RegistrationService,
    private readonly gate: SignInGate,
    private readonly failures: FailuresRecorder,
  ) {}

  /**
   * Begins a session of the member who has this identity, and registers them first where nobody has it.
   * @throws AppError ACCOUNT_SUSPENDED, ACCOUNT_CLOSED, OVERLOADED when no name is free;
   * RATE_LIMITED to a newcomer alone
   */
  signIn(visitor: Visitor, steps: Steps = {}): Promise<SignedIn> {
    const { identity, origin } = visitor;
    const memberId = async () => (await this.database.read.findOneBy(Identity, identity))?.memberId ?? null;
    const attempt = { kind: 'sign-in-failed', method: identity.provider, origin, memberId } as const;
    return this.failures.watch(attempt, () => this.findAndBegin(visitor, steps));
  }

  private async findAndBegin(visitor: Visitor, { before, after }: Steps): Promise<SignedIn> {
    const { registered, ...signedIn } = await withFreeName(visitor.usernames, (username) =>
      this.database.transaction(async (tx) => {
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
      const member = await this.memberStatus.admit(tx, known.memberId);
      // Who took it off meanwhile has ended its sessions, and none may begin behind their back.
      const { memberId } = known;
      if (!(await tx.existsBy(Identity, { ...visitor.identity, memberId })))
        throw new AppError(commonErrors.OVERLOADED);
      return { member, registered: null };
    }
    const registered = await this.register(tx, visitor, username);
    return { member: registered.member, registered };
  }

  /** An address that a member has already stays theirs: this makes another member, without an address. */
  private async register(tx: Tx, { identity, email, referralCode, origin }: Visitor, username: string) {
    const free = email !== null && !(await this.registration.isEmailTaken(tx, email)) ? email : null;
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

const signInOf = ({ identity, origin }: Visitor, { member, registered }: Owner) =>
  ({
    memberId: member.memberId,
    kind: registered ? 'registered' : 'signed-in',
    method: identity.provider,
    origin,
  }) as const;

/** Tries with one name after the other until one is free. @throws AppError OVERLOADED when none is */
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

/** True when another transaction has just given somebody the same identity. */
const isIdentityTaken = (error: unknown): boolean => violatedConstraint(error) === 'identity_pkey';
