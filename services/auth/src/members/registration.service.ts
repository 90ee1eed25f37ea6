import { authErrors } from '@likewell/contracts/auth/errors';
import { memberProfileChanged, memberRegistered } from '@likewell/contracts/auth/events';
import type { Origin } from '@likewell/contracts/auth/origin';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import { AppError } from '@likewell/contracts/core/app-error';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { NetworkHasher } from '../networks/network-hasher.js';
import { UsernamesService } from '../usernames/usernames.service.js';
import { AccountOpener } from './account-opener.js';
import { toPublicProfile } from './member-profile.js';
import { Member } from './member.entity.js';
import { RegistrationLimiter } from './registration-limiter.js';
import { signUpSwitch } from './sign-up-switch.js';
import { findReferrer, findTaken, insertMember } from './members.queries.js';

const PUBLIC_TOKEN_BYTES = 9;

/** What a member begins with. */
interface Newcomer {
  readonly username: string;
  readonly email: string | null;
  readonly referralCode: string | null;
  /** Where they come from, if the gateway has told. */
  readonly origin: Origin | undefined;
}

/** A member who has just registered, and who referred them. */
export interface Registered {
  readonly member: OwnProfile;
  readonly referrerId: number | null;
  /** The keyed hash of where they come from, if that is known. */
  readonly network?: string;
}

@Injectable()
export class RegistrationService {
  constructor(
    private readonly database: Database,
    private readonly usernames: UsernamesService,
    private readonly accounts: AccountOpener,
    private readonly limiter: RegistrationLimiter,
    private readonly networks: NetworkHasher,
  ) {}

  /**
   * Makes a member and records the events of it, however they prove who they are.
   * @throws AppError USERNAME_TAKEN, USERNAME_RESERVED, EMAIL_TAKEN; RATE_LIMITED when too many registered from there;
   * PAUSED by an operator
   */
  async register(tx: Tx, { username, email, referralCode, origin }: Newcomer): Promise<Registered> {
    await assertOpen(tx);
    if (origin) await this.limiter.count(tx, origin);
    await this.usernames.assertNoLookalike(tx, username, null);
    const referrerId = referralCode === null ? null : await findReferrer(tx, referralCode);
    const member = await insertMember(tx, { username, email, referrerId, publicToken: newPublicToken() });
    await this.usernames.assertNotReserved(tx, username, member.memberId);
    const network = origin && this.networks.hash(origin.network);
    const registered = { member, referrerId, ...(network !== undefined && { network }) };
    await recordEvent(tx, memberRegistered, newcomerOf(registered));
    await recordEvent(tx, memberProfileChanged, { profile: toPublicProfile(member) });
    return registered;
  }

  /** After the commit: has the ledger open the account, so that the bonus is there at the member's first look. */
  async openAccount(registered: Registered): Promise<void> {
    await this.accounts.open(newcomerOf(registered));
  }

  /** Says early, before a password is hashed, that a name or address is taken. @throws AppError as {@link register} */
  async assertFree(username: string, email: string): Promise<void> {
    await assertOpen(this.database.read);
    const taken = await findTaken(this.database.read, username, email);
    if (taken !== null) {
      throw new AppError(taken === 'username' ? authErrors.USERNAME_TAKEN : authErrors.EMAIL_TAKEN);
    }
    await this.usernames.assertNoLookalike(this.database.read, username, null);
    await this.usernames.assertNotReserved(this.database.read, username, null);
  }

  /** True when somebody has this address, in its stored form, already. */
  isEmailTaken(tx: Tx, email: string): Promise<boolean> {
    return tx.existsBy(Member, { email });
  }
}

/** @throws AppError PAUSED */
async function assertOpen(tx: Tx): Promise<void> {
  if (await signUpSwitch.isPaused(tx)) throw signUpSwitch.error();
}

/** What the ledger is told of a new member. */
function newcomerOf({ member: { memberId }, referrerId, network }: Registered) {
  return { memberId, referrerId, ...(network !== undefined && { network }) };
}

/** A fresh referral code; it is no secret but must not be guessed from a member's id. */
function newPublicToken(): string {
  return randomBytes(PUBLIC_TOKEN_BYTES).toString('base64url');
}
