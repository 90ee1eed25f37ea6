import { CONFIG } from '@likewell/service-kit/config/config';
import type { Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { siteOrigin, type AuthConfig } from '../config.js';
import { LINKS, type LinkPurpose, type MailLink } from './mail-link.js';
import {
  deleteLinks,
  deleteOlderLinks,
  findLinkMember,
  insertLink,
  takeLink,
  type StoredLink,
} from './mail-links.queries.js';

const TOKEN_BYTES = 32;

/**
 * Links that members are sent by mail. Each has 256 random bits, is stored only as their SHA-256, and works
 * once.
 */
@Injectable()
export class MailLinks {
  constructor(@Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SITE_ORIGINS'>) {}

  /**
   * Makes a link, which voids the one before with that purpose and address. The secret is in the fragment,
   * which browsers send to no server and in no referrer. The host is the site's own, whatever a request says.
   * @returns the link to mail, which is not stored
   */
  async create(tx: Tx, link: MailLink): Promise<string> {
    const { page, ttlMs } = LINKS[link.purpose];
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await insertLink(tx, createHash('sha256').update(token).digest('hex'), link, ttlMs);
    return `${siteOrigin(this.config)}/account/${page}#${token}`;
  }

  /** Uses a link up; null unless it is valid and has this purpose. */
  take(tx: Tx, purpose: LinkPurpose, tokenHash: string): Promise<StoredLink | null> {
    return takeLink(tx, purpose, tokenHash);
  }

  /** Returns the current member of a link; null if {@link take} would find none. */
  findMember(tx: Tx, purpose: LinkPurpose, tokenHash: string): Promise<number | null> {
    return findLinkMember(tx, purpose, tokenHash);
  }

  /** Voids a member's links with these purposes; with `madeAfter`, only those made after that time. */
  async void(
    tx: Tx,
    memberId: number,
    purposes: readonly LinkPurpose[],
    madeAfter: Date | null = null,
  ): Promise<void> {
    await deleteLinks(tx, memberId, purposes, madeAfter);
  }

  /** Voids a member's links with this purpose that were made longer ago than `ageMs`. */
  async voidOlder(tx: Tx, memberId: number, purpose: LinkPurpose, ageMs: number): Promise<void> {
    await deleteOlderLinks(tx, memberId, purpose, ageMs);
  }
}
