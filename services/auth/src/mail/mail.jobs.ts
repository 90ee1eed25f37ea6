import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { MailMetrics } from './mail-metrics.js';
import { MailSender } from './mail-sender.js';
import { giveUpUseless, measureMails } from './mail.queries.js';

const SEND_EVERY_MS = 1000;
const SHOW_EVERY_MS = 30_000;
const CLEAN_EVERY_MS = 60_000;

@Injectable()
export class MailJobs {
  constructor(
    private readonly database: Database,
    private readonly sender: MailSender,
    private readonly metrics: MailMetrics,
  ) {}

  /** Runs on every replica; each claims different mails. */
  @Every(SEND_EVERY_MS)
  async sendDue(): Promise<void> {
    await this.sender.sendDue();
  }

  @Every(CLEAN_EVERY_MS)
  async giveUpUseless(): Promise<void> {
    const count = await this.database.transaction(giveUpUseless);
    this.metrics.count('given-up', count);
  }

  /** Exports the number of waiting mails as metrics. */
  @Every(SHOW_EVERY_MS)
  async showWaiting(): Promise<void> {
    this.metrics.show(await measureMails(this.database.read));
  }
}
