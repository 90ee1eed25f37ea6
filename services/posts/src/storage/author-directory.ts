import { authErrors } from '@likewell/contracts/auth/errors';
import type { PublicProfile } from '@likewell/contracts/auth/profile';
import { findProfile } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import { Database } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { findAuthorId, isAuthorKnown, rememberAuthor } from './authors.js';

/** The local copy of authors; auth is asked about one whose news is still on its way. */
@Injectable()
export class AuthorDirectory {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  /** Makes sure that a signed-in member is known here as an author. */
  async ensure(memberId: number): Promise<void> {
    if (await isAuthorKnown(this.database.read, memberId)) return;
    await this.remember((await this.rpc.call(findProfile, { memberId })).profile);
  }

  /** The id of the member with this username. @throws AppError MEMBER_NOT_FOUND */
  async idOf(username: string): Promise<number> {
    const stored = username.toLowerCase();
    const known = await findAuthorId(this.database.read, stored);
    if (known !== null) return known;
    return this.remember((await this.rpc.call(findProfile, { username: stored })).profile);
  }

  private async remember(profile: PublicProfile | null): Promise<number> {
    if (!profile) throw new AppError(authErrors.MEMBER_NOT_FOUND);
    await this.database.transaction((tx) => rememberAuthor(tx, profile));
    return profile.memberId;
  }
}
