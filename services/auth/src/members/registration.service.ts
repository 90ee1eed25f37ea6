import { authErrors } from '@likewell/contracts/auth/errors';
import { memberProfileChanged, memberRegistered } from '@likewell/contracts/auth/events';
import type { Origin } from '@likewell/contracts/auth/origin';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import { NetworkHasher } from '../networks/network-hasher.js';
import { rejectFor } from '../networks/reject-for.js';
import { countUse } from '../networks/use-counts.js';
import { assertNotReserved } from '../usernames/former-usernames.js';
import { assertNoLookalike } from '../usernames/lookalikes.js';
import { claimEmail, findEmailOwner } from './member-emails.js';
import { toPublicProfile } from './member-profile.js';
import { newPublicToken } from './public-token.js';
import { signUpSwitch } from './sign-up-switch.js';
import { findReferrer, insertMember, isUsernameTaken } from './members.queries.js';

/** Data of a new member. */
interface Newcomer {
  readonly username: string;
  readonly email: string | null;
  /** True if somebody whom we trust has verified the address. */
  readonly emailIsVerified: boolean;
  readonly referralCode: string | null;
  readonly origin: Origin;
}

/** A member who has just registered, and what the ledger is told of them. */
export interface Registered {
  readonly member: OwnProfile;
  readonly account: RpcInput<typeof openAccount>;
}

@Injectable()
export class RegistrationService {
  constructor(
    private readonly database: Database,
    private readonly networks: NetworkHasher,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Creates a member and records the events, in whatever way they prove their identity.
   * @throws AppError USERNAME_TAKEN, USERNAME_RESERVED, EMAIL_TAKEN; RATE_LIMITED if too many registered from
   *   that network; PAUSED by an operator
   */
  async register(tx: Tx, newcomer: Newcomer): Promise<Registered> {
    const { username, email, emailIsVerified, referralCode, origin } = newcomer;
    await assertOpen(tx);
    await this.count(tx, origin);
    await assertNoLookalike(tx, username, null);
    if (email !== null && (await findEmailOwner(tx, email))) throw new AppError(authErrors.EMAIL_TAKEN);
    const referrerId = referralCode === null ? null : await findReferrer(tx, referralCode);
    const publicToken = newPublicToken();
    const member = await insertMember(tx, { username, email, emailIsVerified, referrerId, publicToken });
    const { memberId } = member;
    if (email !== null && emailIsVerified) await claimEmail(tx, memberId, email);
    await assertNotReserved(tx, username, memberId);
    const [, site] = origin.registrations;
    const account = {
      memberId,
      referrerId,
      network: this.networks.hash(origin.network),
      ...(site && { site: this.networks.hash(site.network) }),
    };
    await recordEvent(tx, memberRegistered, account);
    await recordEvent(tx, memberProfileChanged, { profile: toPublicProfile(member) });
    return { member, account };
  }

  /**
   * Opens the account at the ledger after the commit, so that the bonus is there when the member first looks.
   * Never fails: without the ledger, the event of the registration opens the account later.
   */
  async openAccount({ account }: Registered): Promise<void> {
    const { memberId } = account;
    await this.rpc.call(openAccount, account).catch((error: unknown) => {
      this.logger.warn({ err: error, memberId }, 'the account opens when the ledger is back');
    });
  }

  /**
   * Rejects a taken name early, before a password is hashed. A taken address is found only later, so that the
   * response takes as long as for a registration.
   * @throws AppError USERNAME_TAKEN, USERNAME_RESERVED, PAUSED
   */
  async assertFree(username: string): Promise<void> {
    await assertOpen(this.database.read);
    if (await isUsernameTaken(this.database.read, username)) throw new AppError(authErrors.USERNAME_TAKEN);
    await assertNoLookalike(this.database.read, username, null);
    await assertNotReserved(this.database.read, username, null);
  }

  /**
   * Counts a registration, or an attempt with somebody's verified address, for each of its networks, the
   * smallest first, in whatever way the member registers.
   * @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details; nothing is counted then
   */
  async count(tx: Tx, { registrations }: Origin): Promise<void> {
    for (const { network, ...limit } of registrations) {
      rejectFor(await countUse(tx, `registration:${this.networks.hash(network)}`, limit));
    }
  }
}

/** @throws AppError PAUSED */
async function assertOpen(tx: Tx): Promise<void> {
  if (await signUpSwitch.isPaused(tx)) throw signUpSwitch.error();
}
