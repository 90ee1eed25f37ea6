import { allOf } from '@likewell/service-kit/concurrency/all-of';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import { siteOrigin, type AuthConfig } from '../config.js';
import { MailMetrics } from './mail-metrics.js';
import { claimMail, finishMail, postponeMail, type ClaimedMail } from './mail.queries.js';
import { SMTP_CONNECTIONS, SmtpClient } from './smtp-client.js';
import { readSmtpFailure } from './smtp-failure.js';
import { writeMail } from './write-mail.js';

/** Added to the server's time limit, so that a slow database can still write the row. */
const LEASE_MARGIN_MS = 2000;

/** `go-on` if another mail may be tried at once; `wait` after a failure of the server itself. */
type Outcome = 'go-on' | 'wait';

/**
 * Hands queued mails to the server. Each mail is claimed for longer than its handover may take, so replicas
 * send different ones. If a process dies meanwhile, the mail is handed over again with the same Message-ID.
 */
@Injectable()
export class MailSender {
  constructor(
    private readonly database: Database,
    private readonly smtp: SmtpClient,
    private readonly metrics: MailMetrics,
    private readonly state: ProcessState,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SMTP_TIMEOUT_MS' | 'SITE_ORIGINS'>,
  ) {}

  /**
   * Sends mails until none is due, the server or the database fails, or the process is ending. Ends after all
   * mails that it has begun to send.
   */
  async sendDue(): Promise<void> {
    if (!this.smtp.isSetUp) return;
    const round = new AbortController();
    const lanes = Array.from({ length: SMTP_CONNECTIONS }, () =>
      this.sendUntil(round).catch((error: unknown) => {
        round.abort();
        throw error;
      }),
    );
    await allOf(lanes);
  }

  private async sendUntil(round: AbortController): Promise<void> {
    while (!round.signal.aborted && !this.state.stopping.aborted) {
      const leaseMs = this.config.SMTP_TIMEOUT_MS + LEASE_MARGIN_MS;
      const mail = await this.database.transaction((tx) => claimMail(tx, leaseMs));
      if (!mail) return;
      if ((await this.sendOne(mail)) === 'wait') round.abort();
    }
  }

  private async sendOne(mail: ClaimedMail): Promise<Outcome> {
    const written = writeMail(mail, siteOrigin(this.config));
    // The template belongs to another version, which runs concurrently or may return.
    if (!written) return this.postpone(mail, 'go-on');
    try {
      await this.smtp.send({ ...written, messageId: mail.messageId, to: mail.recipient });
    } catch (error) {
      return await this.fail(mail, error);
    }
    await this.finish(mail, 'sent');
    return 'go-on';
  }

  private async fail(mail: ClaimedMail, error: unknown): Promise<Outcome> {
    const { isPermanent, isOfServer, cause } = readSmtpFailure(error);
    const { id, template, attempts } = mail;
    this.logger.warn({ mail: id, template, attempts, ...cause }, 'a mail was not taken');
    if (!isPermanent) return this.postpone(mail, isOfServer ? 'wait' : 'go-on');
    await this.finish(mail, 'given-up');
    return 'go-on';
  }

  private async finish({ id }: ClaimedMail, status: 'sent' | 'given-up'): Promise<void> {
    await this.database.transaction((tx) => finishMail(tx, id, status));
    this.metrics.count(status);
  }

  private async postpone(mail: ClaimedMail, outcome: Outcome): Promise<Outcome> {
    await this.database.transaction((tx) => postponeMail(tx, mail));
    this.metrics.count('postponed');
    return outcome;
  }
}
