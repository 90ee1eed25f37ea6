import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { MailLinks } from '../mail-links/mail-links.js';
import { MailQueue } from '../mail/mail-queue.js';
import { rejectFor } from '../networks/reject-for.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { countUse } from '../networks/use-counts.js';

const [HOUR, DAY] = [3_600_000, 86_400_000];
/** Mails about their address that a member may ask for. */
const ASKED = { points: 3, windowMs: HOUR };
/** Somebody is told once a day that another tries to use their address. */
const TOLD = { points: 1, windowMs: DAY };

/** A member and an address that is a mail's. */
interface Recipient {
  readonly memberId: number;
  readonly email: string;
}

/** A change of address, as its mails tell it. */
interface Change extends Recipient {
  readonly newEmail: string;
}

/** Writes the mails about addresses, with their links. */
@Injectable()
export class AddressMails {
  constructor(
    private readonly links: MailLinks,
    private readonly queue: MailQueue,
    private readonly hasher: NetworkHasher,
  ) {}

  /** Counts a mail that a member asks for. @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details */
  async countAsked(tx: Tx, memberId: number): Promise<void> {
    rejectFor(await countUse(tx, `address-mail:${memberId}`, ASKED));
  }

  /** Asks a member to verify their address. */
  async verify(tx: Tx, { memberId, email }: Recipient): Promise<void> {
    const link = { purpose: 'verify-email', memberId, email } as const;
    const data = async () => ({ link: await this.links.create(tx, link) });
    await this.queue.queue(tx, { template: 'verify-email', to: email, memberId, data });
  }

  /** Tells an address's owner, once a day, that somebody tries to use it for another account. */
  async notifyOwner(
    tx: Tx,
    { memberId, email }: Recipient,
    origin: RequestOrigin | undefined,
  ): Promise<void> {
    if ((await countUse(tx, `email-taken:${memberId}`, TOLD)) > 0) return;
    const network = this.networkOf(origin);
    await this.queue.queue(tx, { template: 'email-taken', to: email, memberId, data: {}, network });
  }

  /** Asks the new end of a change. */
  async askNew(
    tx: Tx,
    { memberId, newEmail, username }: Omit<Change, 'email'> & { readonly username: string },
    origin: RequestOrigin | undefined,
  ): Promise<void> {
    const link = { purpose: 'confirm-new-email', memberId, email: newEmail } as const;
    const data = async () => ({ link: await this.links.create(tx, link), newEmail, username });
    const network = this.networkOf(origin);
    await this.queue.queue(tx, { template: 'confirm-new-email', to: newEmail, memberId, data, network });
  }

  /** Asks the old end of a change. */
  async askOld(tx: Tx, { memberId, email, newEmail }: Change): Promise<void> {
    const link = { purpose: 'confirm-old-email', memberId, email } as const;
    const data = async () => ({ link: await this.links.create(tx, link), newEmail });
    await this.queue.queue(tx, { template: 'confirm-old-email', to: email, memberId, data });
  }

  /** Tells the old end that its address is the member's no more, with the way back. */
  async notifyOldAddress(tx: Tx, { memberId, email, newEmail }: Change): Promise<void> {
    const link = { purpose: 'undo-email-change', memberId, email } as const;
    const data = async () => ({ undoLink: await this.links.create(tx, link), newEmail });
    await this.queue.queue(tx, { template: 'email-changed', to: email, memberId, data });
  }

  /**
   * Sends the link to set a new password.
   * @param network the keyed hash of where it was asked for, if a visitor did
   * @returns false where the address has had enough of them
   */
  reset(tx: Tx, { memberId, email }: Recipient, network: string | null): Promise<boolean> {
    const link = { purpose: 'reset-password', memberId, email } as const;
    const data = async () => ({ link: await this.links.create(tx, link) });
    const mail = { template: 'reset-password', to: email, memberId, data } as const;
    return this.queue.queue(tx, { ...mail, network: network ?? undefined });
  }

  private networkOf(origin: RequestOrigin | undefined): string | undefined {
    return origin && this.hasher.hash(origin.network);
  }
}
