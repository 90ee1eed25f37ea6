import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { CONFIG } from '@likewell/service-kit/config/config';
import type { Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { siteOrigin, type AuthConfig } from '../config.js';
import { LAST_RESET_TTL_MS, type LinkPurpose, type MailLink } from '../mail-links/mail-link.js';
import { createLink, isLinkValid } from '../mail-links/mail-links.js';
import type { MailCause } from '../mail/mail-templates.js';
import { MailQueue } from '../mail/mail-queue.js';
import { rejectFor } from '../networks/reject-for.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { countUse } from '../networks/use-counts.js';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const REQUEST_LIMIT = { points: 3, windowMs: HOUR };
const NOTICE_LIMIT = { points: 1, windowMs: DAY };

/** A member and the address that a mail goes to. */
interface Recipient {
  readonly memberId: number;
  readonly email: string;
}

/** A change of address as described in its mails. */
interface Change extends Recipient {
  readonly newEmail: string;
}

/** Queues the mails about addresses, with their links. */
@Injectable()
export class AddressMails {
  constructor(
    private readonly queue: MailQueue,
    private readonly hasher: NetworkHasher,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SITE_ORIGINS'>,
  ) {}

  /** Counts a mail that a member requests. @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details */
  async countAsked(tx: Tx, memberId: number): Promise<void> {
    rejectFor(await countUse(tx, `address-mail:${memberId}`, REQUEST_LIMIT));
  }

  /**
   * Asks a member to verify their address.
   * @param origin request that the mail counts for; null if that request is counted by itself
   * @returns 0 if the mail was queued; otherwise the milliseconds to wait, see `MailQueue.queue`
   */
  async verify(tx: Tx, { memberId, email }: Recipient, origin: RequestOrigin | null): Promise<number> {
    const data = async () => ({ link: await this.linkTo(tx, 'verify-email', { memberId, email }) });
    const network = origin ? this.hasher.hash(origin.network) : undefined;
    return this.queue.queue(tx, { template: 'verify-email', to: email, memberId, data, network });
  }

  /** Tells an address's owner, once a day, that somebody tries to use it for another account. */
  async notifyOwner(tx: Tx, { memberId, email }: Recipient, origin: RequestOrigin): Promise<void> {
    if ((await countUse(tx, `email-taken:${memberId}`, NOTICE_LIMIT)) > 0) return;
    const network = this.hasher.hash(origin.network);
    await this.queue.queue(tx, { template: 'email-taken', to: email, memberId, data: {}, network });
  }

  /** Asks the new address to confirm a change. */
  async askNew(
    tx: Tx,
    { memberId, newEmail, username }: Omit<Change, 'email'> & { readonly username: string },
    origin: RequestOrigin,
  ): Promise<void> {
    const recipient = { memberId, email: newEmail };
    const link = () => this.linkTo(tx, 'confirm-new-email', recipient);
    const data = async () => ({ link: await link(), newEmail, username });
    const network = this.hasher.hash(origin.network);
    await this.queue.queue(tx, { template: 'confirm-new-email', to: newEmail, memberId, data, network });
  }

  /** Asks the old address to confirm a change. */
  async askOld(tx: Tx, { memberId, email, newEmail }: Change): Promise<void> {
    const link = () => this.linkTo(tx, 'confirm-old-email', { memberId, email });
    const data = async () => ({ link: await link(), newEmail });
    await this.queue.queue(tx, { template: 'confirm-old-email', to: email, memberId, data });
  }

  /** Tells the old address that it is no longer the member's, with a link to undo that. */
  async notifyOldAddress(tx: Tx, { memberId, email, newEmail }: Change): Promise<void> {
    const link = () => this.linkTo(tx, 'undo-email-change', { memberId, email });
    const data = async () => ({ undoLink: await link(), newEmail });
    await this.queue.queue(tx, { template: 'email-changed', to: email, memberId, data });
  }

  /**
   * Sends the link to set a new password. If the limits of such mails are reached, it sends one that is valid
   * for a day, unless one sent before is still valid: so strangers who use the mails up leave their owner a link.
   * @param network the keyed hash of the network that requested it, if known
   * @returns true if a mail was queued
   */
  async reset(
    tx: Tx,
    { memberId, email }: Recipient,
    causedBy: MailCause,
    network: string | null = null,
  ): Promise<boolean> {
    const link = { purpose: 'reset-password', memberId, email } as const;
    const data = (ttlMs?: number) => async () => ({ link: await this.createLink(tx, link, ttlMs) });
    const about = { to: email, memberId, network: network ?? undefined };
    const usual = { ...about, template: 'reset-password', causedBy, data: data() } as const;
    if ((await this.queue.queue(tx, usual)) === 0) return true;
    if (await isLinkValid(tx, link)) return false;
    const last = { ...about, template: 'last-reset-password', data: data(LAST_RESET_TTL_MS) } as const;
    return (await this.queue.queue(tx, last)) === 0;
  }

  private linkTo(tx: Tx, purpose: LinkPurpose, { memberId, email }: Recipient): Promise<string> {
    return this.createLink(tx, { purpose, memberId, email });
  }

  private createLink(tx: Tx, link: MailLink, ttlMs?: number): Promise<string> {
    return createLink(tx, link, siteOrigin(this.config), ttlMs);
  }
}
