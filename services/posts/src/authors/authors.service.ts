import { authErrors } from '@likewell/contracts/auth/errors';
import type { PublicProfile } from '@likewell/contracts/auth/profile';
import { findProfile } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { Author } from './author.entity.js';
import { lockAuthor, saveMemberSince, saveProfile, shareActiveAuthor } from './authors.queries.js';

/** What auth tells of an author. */
export interface MemberStatus {
  readonly memberId: number;
  readonly isSuspended: boolean;
  readonly version: number;
}

/** The local copy of authors; auth is asked about one whose news is still on its way. */
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

  /** The id of the member with this username. @throws AppError MEMBER_NOT_FOUND */
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
   * Since when a member whose copy does not say so has been here: auth is asked, and its response saved. Null of an auth of
   * the version before, which does not tell. @throws AppError MEMBER_NOT_FOUND for one who is not active
   */
  async memberSince(memberId: number): Promise<string | null> {
    const { profile } = await this.rpc.call(findProfile, { memberId });
    if (!profile) throw new AppError(authErrors.MEMBER_NOT_FOUND);
    const { memberSince } = profile;
    if (memberSince === undefined) return null;
    await this.database.transaction((tx) => saveMemberSince(tx, memberId, memberSince));
    return memberSince;
  }

  /** Takes over a profile unless a newer one is known. */
  async recordProfile(tx: Tx, profile: PublicProfile): Promise<void> {
    await saveProfile(tx, profile);
  }

  /**
   * Takes over news of an author's status and locks the author: `new` when it is news, `old` when something newer is
   * known, `unknown` when the author is not known here yet.
   */
  async recordStatus(
    tx: Tx,
    { memberId, isSuspended, version }: MemberStatus,
  ): Promise<'new' | 'old' | 'unknown'> {
    const knownVersion = await lockAuthor(tx, memberId);
    if (knownVersion === null) return 'unknown';
    if (knownVersion >= version) return 'old';
    await tx.update(Author, { id: memberId }, { suspended: isSuspended, statusVersion: version });
    return 'new';
  }

  /** Makes whatever concerns one author wait for each other, until the transaction ends. */
  async lock(tx: Tx, memberId: number): Promise<void> {
    await lockAuthor(tx, memberId);
  }

  /**
   * Has an author stay for as long as the transaction lasts: whoever leaves for good meanwhile leaves after it.
   * @throws AppError MEMBER_NOT_FOUND for one who has left
   */
  async assertStays(tx: Tx, memberId: number): Promise<void> {
    if (!(await shareActiveAuthor(tx, memberId))) throw new AppError(authErrors.MEMBER_NOT_FOUND);
  }

  private async saveFound(profile: PublicProfile | null): Promise<number> {
    if (!profile) throw new AppError(authErrors.MEMBER_NOT_FOUND);
    await this.database.transaction((tx) => saveProfile(tx, profile));
    return profile.memberId;
  }
}
