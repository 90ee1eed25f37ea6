import { CONFIG } from '@likewell/service-kit/config/config';
import type { Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { AuthConfig } from '../config.js';
import { isAddress } from './mail-address.js';
import { LOCAL_MAILBOX } from './mail-config.js';
import { MailLimits } from './mail-limits.js';
import { MailMetrics } from './mail-metrics.js';
import { findTemplate, type NewMail } from './mail-templates.js';
import { Mail } from './mail.entity.js';

const MINUTE_MS = 60_000;

/** Queues mails in the transaction that they tell of, so that they leave if it is committed, and only then. */
@Injectable()
export class MailQueue {
  constructor(
    private readonly limits: MailLimits,
    private readonly metrics: MailMetrics,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'MAIL_FROM'>,
  ) {}

  /**
   * Queues a mail, unless its address, its member or its network has had enough of them. The caller goes on either way:
   * a mail that is not sent is no reason to undo what it would have told.
   * @returns whether it was queued
   */
  async queue(tx: Tx, mail: NewMail): Promise<boolean> {
    const { template, to, memberId, data } = mail;
    const definition = findTemplate(template);
    if (!definition) throw new Error(`There is no mail ${template}.`);
    if (!isAddress(to)) return this.reject('unsendable');
    if (!(await this.limits.count(tx, mail, definition))) return this.reject('limited');
    await tx.insert(Mail, {
      messageId: `<${randomUUID()}@${this.domain}>`,
      template,
      memberId,
      recipient: to,
      data: definition.data.parse(typeof data === 'function' ? await data() : data),
      usefulUntil: new Date(Date.now() + definition.usefulMinutes * MINUTE_MS),
    });
    return true;
  }

  private reject(outcome: 'unsendable' | 'limited'): false {
    this.metrics.count(outcome);
    return false;
  }

  private get domain(): string {
    const { address } = this.config.MAIL_FROM ?? LOCAL_MAILBOX;
    return address.slice(address.indexOf('@') + 1);
  }
}
