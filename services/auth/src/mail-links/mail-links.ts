import { CONFIG } from '@likewell/service-kit/config/config';
import type { Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { siteOrigin, type AuthConfig } from '../config.js';
import { LINKS, type LinkPurpose, type MailLink } from './mail-link.js';
import { deleteLinks, findLinkMember, insertLink, takeLink, type StoredLink } from './mail-links.queries.js';

const TOKEN_BYTES = 32;

/** Links that members are sent by mail: each has 256 random bits of which only the SHA-256 is kept, and works once. */
@Injectable()
export class MailLinks {
  constructor(@Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SITE_ORIGINS'>) {}

  /**
   * Makes a link; the one before it of that purpose to that address works no longer. Its secret stands in the fragment, which
   * browsers send to no server and in no referrer, and its host is the site's own whatever a request said.
   * @returns the address to mail, which is kept nowhere here
   */
  async create(tx: Tx, link: MailLink): Promise<string> {
    const { page, ttlMs } = LINKS[link.purpose];
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await insertLink(tx, createHash('sha256').update(token).digest('hex'), link, ttlMs);
    return `${siteOrigin(this.config)}/account/${page}#${token}`;
  }

  /** Uses a link up; null for whatever else than one of this purpose that may still be used. */
  take(tx: Tx, purpose: LinkPurpose, tokenHash: string): Promise<StoredLink | null> {
    return takeLink(tx, purpose, tokenHash);
  }

  /** Whose link this is at this moment; null where {@link take} would find none. */
  findMember(tx: Tx, purpose: LinkPurpose, tokenHash: string): Promise<number | null> {
    return findLinkMember(tx, purpose, tokenHash);
  }

  /** Voids a member's links of these purposes; `madeAfter` spares those that are older. */
  async void(
    tx: Tx,
    memberId: number,
    purposes: readonly LinkPurpose[],
    madeAfter: Date | null = null,
  ): Promise<void> {
    await deleteLinks(tx, memberId, purposes, madeAfter);
  }
}
