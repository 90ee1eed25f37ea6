import { isNear } from '@likewell/service-kit/clients/secure-url';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import type { AuthConfig } from '../config.js';
import { LOCAL_MAILBOX, type SmtpServer } from './mail-config.js';
import type { WrittenMail } from './write-mail.js';

/** How many mails are handed over at once, each on a connection of its own. */
export const SMTP_CONNECTIONS = 4;
/** Shorter than servers wait for the next mail on a connection. */
const IDLE_MS = 30_000;

type MailConfig = Pick<AuthConfig, 'SMTP_URL' | 'MAIL_FROM' | 'SMTP_TIMEOUT_MS' | 'ENVIRONMENT'>;

/** A mail with where it goes and what it is known by. */
export interface OutgoingMail extends WrittenMail {
  readonly messageId: string;
  readonly to: string;
}

/** The client of the server that takes our mails. */
@Injectable()
export class SmtpClient implements OnApplicationShutdown {
  private readonly transport;

  constructor(@Inject(CONFIG) private readonly config: MailConfig) {
    const { SMTP_URL: server } = config;
    this.transport = server ? createTransport(optionsOf(server, config)) : null;
  }

  /** Whether there is a server to send to. */
  get isSetUp(): boolean {
    return this.transport !== null;
  }

  /**
   * Hands a mail over; done once the server has said that it has it.
   * @throws Error of nodemailer, or when that took longer than `SMTP_TIMEOUT_MS`; the server may have it nevertheless
   */
  async send({ messageId, to, subject, text, html }: OutgoingMail): Promise<void> {
    await this.transport?.sendMail({
      messageId,
      from: this.config.MAIL_FROM ?? LOCAL_MAILBOX,
      to: { name: '', address: to },
      subject,
      text,
      html,
      // No out-of-office answers, and no list: each mail tells one member what happened to their account.
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
    // What was not handed over comes again by our own clock.
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
