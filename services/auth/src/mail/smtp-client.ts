import { isNear } from '@likewell/service-kit/clients/secure-url';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import type { AuthConfig } from '../config.js';
import { LOCAL_MAILBOX, type SmtpServer } from './mail-config.js';
import type { WrittenMail } from './write-mail.js';

/** Number of mails that are handed over at once, each on a connection of its own. */
export const SMTP_CONNECTIONS = 4;
/** Shorter than the time for which servers keep an idle connection open. */
const IDLE_MS = 30_000;

type MailConfig = Pick<AuthConfig, 'SMTP_URL' | 'MAIL_FROM' | 'SMTP_TIMEOUT_MS' | 'ENVIRONMENT'>;

/** A mail with its recipient and its Message-ID. */
export interface OutgoingMail extends WrittenMail {
  readonly messageId: string;
  readonly to: string;
}

/** Client of our mail server. */
@Injectable()
export class SmtpClient implements OnApplicationShutdown {
  private readonly transport;

  constructor(@Inject(CONFIG) private readonly config: MailConfig) {
    const { SMTP_URL: server } = config;
    this.transport = server ? createTransport(optionsOf(server, config)) : null;
  }

  /** True if a mail server is configured. */
  get isSetUp(): boolean {
    return this.transport !== null;
  }

  /**
   * Hands a mail over; resolves once the server has confirmed that it has it.
   * @throws Error of nodemailer, or if that takes longer than `SMTP_TIMEOUT_MS`; the server may nevertheless
   *   have the mail
   */
  async send({ messageId, to, subject, text, html }: OutgoingMail): Promise<void> {
    await this.transport?.sendMail({
      messageId,
      from: this.config.MAIL_FROM ?? LOCAL_MAILBOX,
      to: { name: '', address: to },
      subject,
      text,
      html,
      // These headers suppress out-of-office replies. There is no list header: each mail reports to one
      // member what happened to their account.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      signal: AbortSignal.timeout(this.config.SMTP_TIMEOUT_MS),
    });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}

function optionsOf(server: SmtpServer, { SMTP_TIMEOUT_MS: timeoutMs, ENVIRONMENT }: MailConfig) {
  return {
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.isTlsFirst,
    requireTLS: ENVIRONMENT === 'production' || !isNear(server.host),
    tls: { minVersion: 'TLSv1.2' },
    ...(server.user && { auth: { user: server.user.name, pass: server.user.password } }),
    maxConnections: SMTP_CONNECTIONS,
    // A mail that was not handed over is retried by our own schedule.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
}
