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
import { MemberEmails } from './member-emails.js';
import { toPublicProfile } from './member-profile.js';
import { RegistrationLimiter } from './registration-limiter.js';
import { signUpSwitch } from './sign-up-switch.js';
import { findReferrer, insertMember, isUsernameTaken } from './members.queries.js';

const PUBLIC_TOKEN_BYTES = 9;

/** What a member begins with. */
interface Newcomer {
  readonly username: string;
  readonly email: string | null;
  /** Whether somebody whom we believe has verified it. */
  readonly emailIsVerified: boolean;
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
    private readonly emails: MemberEmails,
    private readonly limiter: RegistrationLimiter,
    private readonly networks: NetworkHasher,
  ) {}

  /**
   * Makes a member and records the events of it, however they prove who they are.
   * @throws AppError USERNAME_TAKEN, USERNAME_RESERVED, EMAIL_TAKEN; RATE_LIMITED when too many registered from there;
   * PAUSED by an operator
   */
  async register(tx: Tx, newcomer: Newcomer): Promise<Registered> {
    const { username, email, emailIsVerified, referralCode, origin } = newcomer;
    await assertOpen(tx);
    if (origin) await this.limiter.count(tx, origin);
    await this.usernames.assertNoLookalike(tx, username, null);
    if (email !== null && (await this.isEmailTaken(tx, email))) throw new AppError(authErrors.EMAIL_TAKEN);
    const referrerId = referralCode === null ? null : await findReferrer(tx, referralCode);
    const publicToken = newPublicToken();
    const member = await insertMember(tx, { username, email, emailIsVerified, referrerId, publicToken });
    if (email !== null && emailIsVerified) await this.emails.claim(tx, member.memberId, email);
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

  /**
   * Says early, before a password is hashed, that a name is taken. That an address is taken comes after, so that it costs what a
   * registration costs. @throws AppError USERNAME_TAKEN, USERNAME_RESERVED, PAUSED
   */
  async assertFree(username: string): Promise<void> {
    await assertOpen(this.database.read);
    if (await isUsernameTaken(this.database.read, username)) throw new AppError(authErrors.USERNAME_TAKEN);
    await this.usernames.assertNoLookalike(this.database.read, username, null);
    await this.usernames.assertNotReserved(this.database.read, username, null);
  }

  /** True when somebody has verified this address, in its stored form; whoever else has it reserves nothing. */
  async isEmailTaken(tx: Tx, email: string): Promise<boolean> {
    return (await this.emails.findOwner(tx, email)) !== null;
  }

  /** Counts a try that failed at somebody's address as the registration it looked like. @throws AppError RATE_LIMITED */
  async countRejection(tx: Tx, origin: Origin): Promise<void> {
    await this.limiter.count(tx, origin);
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
