import { authErrors } from '@likewell/contracts/auth/errors';
import type { memberStatusChanged } from '@likewell/contracts/auth/events';
import type { PublicProfile } from '@likewell/contracts/auth/profile';
import { findProfile } from '@likewell/contracts/auth/profile-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { EventData } from '@likewell/contracts/core/define-event';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { Author } from './author.entity.js';
import { lockAuthor, lockStaying, saveMemberSince, saveProfile } from './authors.queries.js';

/** The local copy of authors. Auth is asked about an author whose event has not arrived yet. */
@Injectable()
export class AuthorsService {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  /** Makes sure that a signed-in member is known here as an author. @throws AppError MEMBER_NOT_FOUND */
  async ensure(memberId: number): Promise<void> {
    if (await this.database.read.existsBy(Author, { id: memberId })) return;
    await this.saveFound((await this.rpc.call(findProfile, { memberId })).profile);
  }

  /** Returns the id of the member with this username. @throws AppError MEMBER_NOT_FOUND */
  async idOf(username: string): Promise<number> {
    const stored = username.toLowerCase();
    const known = await this.database.read.findOne(Author, {
      select: { id: true },
      where: { username: stored },
      order: { version: 'DESC' },
    });
    if (known) return known.id;
    return this.saveFound((await this.rpc.call(findProfile, { username: stored })).profile);
  }

  /**
   * Asks auth for the registration time of a member whose copy here lacks it, and saves the response. Returns
   * null when auth runs the previous version, which does not send it.
   * @throws AppError MEMBER_NOT_FOUND for a member who is not active
   */
  async memberSince(memberId: number): Promise<string | null> {
    const { profile } = await this.rpc.call(findProfile, { memberId });
    if (!profile) throw new AppError(authErrors.MEMBER_NOT_FOUND);
    const { memberSince } = profile;
    if (memberSince === undefined) return null;
    await this.database.transaction((tx) => saveMemberSince(tx, memberId, memberSince));
    return memberSince;
  }

  /**
   * Saves an author's status and locks the author. Returns `new` when the status is newer than the known one,
   * `old` when a newer one is known, and `unknown` when the author is not known here yet.
   */
  async recordStatus(
    tx: Tx,
    { memberId, isSuspended, version }: EventData<typeof memberStatusChanged>,
  ): Promise<'new' | 'old' | 'unknown'> {
    const knownVersion = await lockAuthor(tx, memberId);
    if (knownVersion === null) return 'unknown';
    if (knownVersion >= version) return 'old';
    await tx.update(Author, { id: memberId }, { suspended: isSuspended, statusVersion: version });
    return 'new';
  }

  /** Locks an author until the transaction ends, so that changes that concern one author run one after the other. */
  async lock(tx: Tx, memberId: number): Promise<void> {
    await lockAuthor(tx, memberId);
  }

  /**
   * Locks an author so that they cannot leave for good before the transaction ends; false for one who has left
   * or is not known here.
   */
  lockStaying(tx: Tx, memberId: number): Promise<boolean> {
    return lockStaying(tx, memberId);
  }

  /** Does {@link lockStaying}. @throws AppError MEMBER_NOT_FOUND for one who has left or is not known here */
  async assertStays(tx: Tx, memberId: number): Promise<void> {
    if (!(await this.lockStaying(tx, memberId))) throw new AppError(authErrors.MEMBER_NOT_FOUND);
  }

  private async saveFound(profile: PublicProfile | null): Promise<number> {
    if (!profile) throw new AppError(authErrors.MEMBER_NOT_FOUND);
    await this.database.transaction((tx) => saveProfile(tx, profile));
    return profile.memberId;
  }
}
