import { CONFIG } from '@likewell/service-kit/config/config';
import type { Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { IsNull, Not } from 'typeorm';
import type { AuthConfig } from '../config.js';
import { Member } from '../members/member.entity.js';
import { isAddress } from './mail-address.js';
import { LOCAL_MAILBOX } from './mail-config.js';
import { MailLimits } from './mail-limits.js';
import { MailMetrics } from './mail-metrics.js';
import { findTemplate, type NewMail, type Notice } from './mail-templates.js';
import { Mail } from './mail.entity.js';

/** Queues mails in the transaction that they report, so that they are sent only if it is committed. */
@Injectable()
export class MailQueue {
  constructor(
    private readonly limits: MailLimits,
    private readonly metrics: MailMetrics,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'MAIL_FROM'>,
  ) {}

  /**
   * Queues a mail, unless a limit of its address, its member or its network is reached. The caller continues
   * in both cases: a missing mail is no reason to undo what it would have reported.
   * @returns 0 if it was queued; otherwise the milliseconds after which a retry makes sense: Infinity for an
   *   address that no mail can be sent to
   */
  async queue(tx: Tx, mail: NewMail): Promise<number> {
    const { template, to, memberId, data } = mail;
    const definition = findTemplate(template);
    if (!definition) throw new Error(`There is no mail ${template}.`);
    if (!isAddress(to)) return this.reject('unsendable', Infinity);
    const waitMs = await this.limits.count(tx, mail, definition);
    if (waitMs > 0) return this.reject('limited', waitMs);
    await tx.insert(Mail, {
      messageId: `<${randomUUID()}@${this.domain}>`,
      template,
      memberId,
      recipient: to,
      data: definition.data.parse(typeof data === 'function' ? await data() : data),
      usefulUntil: () => `now() + ${definition.usefulMinutes} * interval '1 minute'`,
    });
    return 0;
  }

  /** Queues a mail to the address that a member has verified, if they have. */
  async notify(tx: Tx, memberId: number, notice: Notice): Promise<void> {
    const member = await tx.findOneBy(Member, { id: memberId, emailVerifiedAt: Not(IsNull()) });
    if (member?.email) await this.queue(tx, { ...notice, to: member.email, memberId });
  }

  private reject(outcome: 'unsendable' | 'limited', waitMs: number): number {
    this.metrics.count(outcome);
    return waitMs;
  }

  private get domain(): string {
    const { address } = this.config.MAIL_FROM ?? LOCAL_MAILBOX;
    return address.slice(address.indexOf('@') + 1);
  }
}
