import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { NetworkHasher } from '../networks/network-hasher.js';
import { countUse, takeBackUse, type Limit } from '../networks/use-counts.js';
import type { MailCause, NewMail } from './mail-templates.js';
import type { TemplateDefinition } from './template.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Counted = 'address' | 'mailbox' | 'member' | 'network';
const hourly = (points: number): Limit => ({ points, windowMs: HOUR_MS });
const limits = (anHour: number, aDay: number): readonly Limit[] => [
  hourly(anHour),
  { points: aDay, windowMs: DAY_MS },
];

/**
 * Limits of the mails to an address and of those caused by a member or a network, by cause. Mails that only a
 * member can cause do not count for a network. Resets that are requested from a network which the member has
 * signed in from are limited by the day for that network alone: a thief who has signed in could use up the
 * member's limit of a day, and the owner would get no mail until it ends. Mails to a former address have no limit,
 * because somebody in the account could use it up; a member requests three changes an hour at most, and a link that
 * undoes one works once.
 */
const LIMITS: Record<MailCause, Partial<Record<Counted, readonly Limit[]>>> = {
  anybody: {
    address: limits(4, 10),
    mailbox: limits(8, 20),
    member: limits(6, 20),
    network: limits(30, 100),
  },
  'known-network': {
    address: [hourly(4)],
    mailbox: [hourly(8)],
    member: [hourly(6)],
    network: limits(30, 100),
  },
  member: { address: limits(10, 30), member: limits(10, 30) },
  'way-back': {},
};

/** A tag that most mail servers ignore: `anna+1@likewell.example` is a name for the mailbox of `anna`. */
const TAG = /(?<=[^+])\+[^@]*(?=@)/;

/** Limits the mails for each address, mailbox, member and network. */
@Injectable()
export class MailLimits {
  constructor(private readonly hasher: NetworkHasher) {}

  /**
   * Counts a mail for everything that it concerns.
   * @returns 0 if it was counted; otherwise, with nothing counted, the milliseconds after which a retry makes
   *   sense
   */
  async count(tx: Tx, mail: NewMail, definition: TemplateDefinition): Promise<number> {
    const counted: string[] = [];
    for (const { key, limit } of this.keysOf(mail, mail.causedBy ?? definition.causedBy)) {
      const waitMs = await countUse(tx, key, limit);
      if (waitMs > 0) {
        for (const taken of counted) await takeBackUse(tx, taken);
        return waitMs;
      }
      counted.push(key);
    }
    return 0;
  }

  /**
   * Returns the keys that a mail counts for, always in this order, so that two mails with the same keys wait
   * for each other. They are counted by template, so that exhausting one kind does not block another, such as
   * resets, or the alarm of what an intruder does after they have changed other things often. Strangers also
   * cannot use up the limit for networks that the member has signed in from. All tagged addresses of a mailbox count together, but not for the one without a tag:
   * with their links its owner can do nothing.
   */
  private keysOf({ template, to, memberId, network }: NewMail, causedBy: MailCause) {
    const address = to.toLowerCase();
    const names: Record<Counted, string | null> = {
      address: this.hasher.hash(`mail ${address}`),
      mailbox: TAG.test(address) ? this.hasher.hash(`mailbox ${address.replace(TAG, '')}`) : null,
      member: memberId === null ? null : String(memberId),
      network: network ?? null,
    };
    return (['address', 'mailbox', 'member', 'network'] as const).flatMap((counted) => {
      const name = names[counted];
      if (name === null) return [];
      return (LIMITS[causedBy][counted] ?? []).map((limit) => ({
        key: `mail:${causedBy}:${template}:${counted}:${limit.windowMs}:${name}`,
        limit,
      }));
    });
  }
}
