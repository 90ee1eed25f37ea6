import type { Database, Tx } from '@likewell/service-kit/database/database';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { openTestDatabase } from '@likewell/testing/test-database';
import { MailLimits } from '../src/mail/mail-limits.js';
import { MailMetrics } from '../src/mail/mail-metrics.js';
import { MailQueue } from '../src/mail/mail-queue.js';
import type { NewMail } from '../src/mail/mail-templates.js';
import { Mail } from '../src/mail/mail.entity.js';
import { NetworkHasher } from '../src/networks/network-hasher.js';

export const MAIL_SETTINGS = {
  MAIL_FROM: 'Likewell <no-reply@likewell.test>',
  SITE_ORIGINS: 'https://likewell.test',
};
export const LINK = 'https://likewell.test/account/verify-email#canary-token-5e1f';

/** The mail queue on a schema, as other parts of auth use it. */
export class QueueUnderTest {
  private readonly queue: MailQueue;

  private constructor(
    readonly database: Database,
    private readonly metrics: Metrics,
  ) {
    const limits = new MailLimits(
      new NetworkHasher({ NETWORK_SECRET: 'a secret for networks of the tests alone' }),
    );
    const from = { name: 'Likewell', address: 'no-reply@likewell.test' };
    this.queue = new MailQueue(limits, new MailMetrics(metrics), { MAIL_FROM: from });
  }

  static async open(url: string): Promise<QueueUnderTest> {
    return new QueueUnderTest(await openTestDatabase(url, 4, [Mail]), new Metrics('auth'));
  }

  /** Queues mails in one transaction. @returns the number of queued mails */
  add(...mails: NewMail[]): Promise<number> {
    return this.database.transaction(async (tx) => {
      let queued = 0;
      for (const mail of mails) if ((await this.addIn(tx, mail)) === 0) queued += 1;
      return queued;
    });
  }

  addIn(tx: Tx, mail: NewMail): Promise<number> {
    return this.queue.queue(tx, mail);
  }

  /** Returns the number of mails with this outcome. */
  async count(outcome: string): Promise<number> {
    const all = await this.metrics.registry.getMetricsAsJSON();
    const values = all.find(({ name }) => name === 'likewell_mails_total')?.values ?? [];
    return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  }

  close(): Promise<void> {
    return this.database.dataSource.destroy();
  }
}

/** Makes a mail with a link that verifies an address. */
export const verifyMail = (to: string, more: { memberId?: number; network?: string } = {}): NewMail => ({
  template: 'verify-email',
  to,
  memberId: null,
  data: { link: LINK },
  ...more,
});
