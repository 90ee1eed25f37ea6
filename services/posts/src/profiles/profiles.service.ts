import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { MemberProfile } from '@likewell/contracts/posts/profile';
import { Database } from '@likewell/service-kit/database/database';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import { AuthorsService } from '../authors/authors.service.js';
import { findProfile } from './profiles.queries.js';

/** Members' public profiles. */
@Injectable()
export class ProfilesService {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns a member's profile as `viewerId` may see it.
   * @throws AppError MEMBER_NOT_FOUND, also for a suspended member
   */
  async get(username: string, viewerId: number | null): Promise<MemberProfile> {
    const memberId = await this.authors.idOf(username);
    const profile = await findProfile(this.database.read, memberId, viewerId);
    if (!profile) throw new AppError(authErrors.MEMBER_NOT_FOUND);
    if (profile.member.memberSince !== undefined) return profile;
    const memberSince = await this.askMemberSince(memberId);
    return memberSince === null ? profile : { ...profile, member: { ...profile.member, memberSince } };
  }

  /**
   * Asks auth for the registration time of a member whom posts knew before it stored such times. While auth
   * is unavailable the profile is shown without it.
   */
  private async askMemberSince(memberId: number): Promise<string | null> {
    try {
      return await this.authors.memberSince(memberId);
    } catch (error) {
      if (error instanceof AppError && error.is(authErrors.MEMBER_NOT_FOUND)) throw error;
      this.logger.warn({ err: error, memberId }, 'since when this member has been here is asked again later');
      return null;
    }
  }
}
