import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultPlan, type Misbehaviour } from './faults.js';
import type { Mailbox } from './mailbox.js';

const MAX_MAIL_BYTES = 1024 * 1024;
const CLOSE_TIMEOUT_MS = 500;
type Done = (error?: Error | null) => void;

/** Certificate and key, both in PEM. */
interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Settings of the server. */
export interface SmtpOptions {
  /** Delay between receiving a mail and acknowledging it, in milliseconds. */
  readonly replyMs?: number;
  /** Offers STARTTLS; with `true`, using a certificate that no client trusts. */
  readonly startTls?: boolean | ServerCertificate;
}

/** A real SMTP server that delivers to one mailbox for every recipient. */
export class MailServer {
  plan = new FaultPlan();
  /** Number of connections made. */
  connections = 0;
  private readonly sockets = new Map<number, Socket>();
  private readonly server: SMTPServer;
  private port = 0;

  constructor(
    private readonly mailbox: Mailbox,
    private readonly options: SmtpOptions,
  ) {
    this.server = new SMTPServer({
      disabledCommands: options.startTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      ...(typeof options.startTls === 'object' && options.startTls),
      disableReverseLookup: true,
      size: MAX_MAIL_BYTES,
      closeTimeout: CLOSE_TIMEOUT_MS,
      onConnect: (session, done) => {
        this.spoil(this.plan.next('connect', null), session, null, done);
      },
      onRcptTo: ({ address }, session, done) => {
        this.spoil(this.plan.next('rcpt-to', address), session, address, done);
      },
      onData: (stream, session, done) => {
        this.receive(stream, session, done).catch((error: unknown) => {
          done(error instanceof Error ? error : new Error(String(error)));
        });
      },
    });
    this.server.on('error', () => undefined);
    this.server.server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.set(socket.remotePort ?? 0, socket);
      socket.once('close', () => this.sockets.delete(socket.remotePort ?? 0));
    });
  }

  /** Value for SMTP_URL. */
  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens on a port; 0 means any port, or the previous one. */
  async listen(port: number, host: string): Promise<void> {
    this.server.listen(port || this.port, host);
    await once(this.server.server, 'listening');
    this.port = (this.server.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.values()) socket.destroy();
    await new Promise<void>((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }

  private async receive(stream: SMTPServerDataStream, session: SMTPServerSession, done: Done) {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const { mailFrom, rcptTo } = session.envelope;
    const to = rcptTo.map(({ address }) => address);
    const fault = this.plan.next('data', to[0] ?? null);
    if (fault !== 'busy' && fault !== 'reject') {
      const {
        messageId = '',
        subject = '',
        text = '',
        html = '',
        headers,
      } = await PostalMime.parse(Buffer.concat(chunks));
      const from = mailFrom ? mailFrom.address : '';
      const kept = headers.map(({ key, value }) => ({ key, value }));
      const receivedAt = new Date().toISOString();
      this.mailbox.take({ messageId, from, to, subject, text, html, headers: kept, receivedAt });
    }
    await sleep(this.options.replyMs ?? 0);
    this.spoil(fault, session, to[0] ?? null, done);
  }

  private spoil(
    fault: Misbehaviour | null,
    { remotePort }: SMTPServerSession,
    to: string | null,
    done: Done,
  ): void {
    if (fault === null) done();
    else if (fault === 'cut') this.sockets.get(remotePort)?.destroy();
    else if (fault !== 'silent') done(rejection(fault, to));
  }
}

/** Returns a rejection whose text repeats the address, as many servers do. */
function rejection(fault: 'busy' | 'reject', to: string | null): Error {
  const responseCode = fault === 'busy' ? 451 : 550;
  return Object.assign(new Error(`${to ?? 'Nobody'} is ${fault === 'busy' ? 'busy' : 'unknown'}`), {
    responseCode,
  });
}
